import { Button } from '@mantine/core'
import type { StaffDecision } from '@plaza/client/marketplace'
import { getModerationLogInfiniteOptions, undoDecisionMutation } from '@plaza/client/marketplace/queries'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { texts as words } from '../../../texts/admin/marketplace/queue.ts'
import { Confirmation } from '../../../ui/confirmation.tsx'
import { ago } from '../../../ui/dates.ts'
import { TextLink } from '../../../ui/links.tsx'
import { byCursor, ofNoun, rowsOf } from '../../../ui/queries.ts'
import { Empty, Failed, More, Waiting } from '../../../ui/states.tsx'
import { say } from '../../../ui/toasts.tsx'
import { State, type Tone } from '../../state.tsx'
import classes from './queue.module.css'

const texts = words.log

const tones: Partial<Record<StaffDecision['status'], Tone>> = {
  proposed: 'busy',
  standing: 'good',
  overturned: 'warn',
}

/** What staff decided, of everybody or about one person, the newest first; each can be taken back for a while. */
export function DecisionList({ subjectId }: { subjectId?: string }) {
  const log = useInfiniteQuery({
    ...getModerationLogInfiniteOptions({
      query: subjectId === undefined ? {} : { subject_id: subjectId },
    }),
    ...byCursor,
  })
  if (log.isPending) return <Waiting />
  if (!log.data) return <Failed error={log.error} retry={() => log.refetch()} />
  const decisions = rowsOf(log.data)
  if (decisions.length === 0)
    return subjectId === undefined ? (
      <Empty title={texts.empty} hint={texts.emptyHint} />
    ) : (
      <p className={classes.soft}>{texts.empty}</p>
    )
  return (
    <>
      <ul className={classes.list}>
        {decisions.map((made) => (
          <Made key={made._id} made={made} isNamed={subjectId === undefined} />
        ))}
      </ul>
      <More query={log} />
    </>
  )
}

/** Of a chat nothing is told but that it was one. */
const aboutOf = ({ about, model }: StaffDecision): string => about || (words.models[model] ?? model)

function Made({ made, isNamed }: { made: StaffDecision; isNamed: boolean }) {
  const [isAsking, setAsking] = useState(false)
  return (
    <li>
      <strong>{words.actions[made.action] ?? made.action}</strong>
      <span dir="auto">{aboutOf(made)}</span>
      {isNamed && (
        <TextLink to="/people/$userId" params={{ userId: made.subject._id }} dir="auto">
          {made.subject.name}
        </TextLink>
      )}
      {made.statement && (
        <p className={classes.text} dir="auto">
          {made.statement}
        </p>
      )}
      <span className={classes.states}>
        <State tone={tones[made.status]}>{texts.statuses[made.status] ?? made.status}</State>
        {made.appeal && <State>{texts.appealed}</State>}
      </span>
      <span className={classes.soft}>{texts.by(made.decided_by.name, ago(made.decided_at))}</span>
      {made.can_undo && (
        <Button
          variant="default"
          size="xs"
          style={{ justifySelf: 'start' }}
          aria-label={texts.undoOf(aboutOf(made))}
          onClick={() => setAsking(true)}
        >
          {texts.undo}
        </Button>
      )}
      {isAsking && <Undoing made={made} onClose={() => setAsking(false)} />}
    </li>
  )
}

function Undoing({ made, onClose }: { made: StaffDecision; onClose: () => void }) {
  const client = useQueryClient()
  const undo = useMutation({
    ...undoDecisionMutation(),
    onSuccess: () => {
      say(texts.undone)
      onClose()
      return client.invalidateQueries(ofNoun('moderation'))
    },
  })
  return (
    <Confirmation
      title={texts.undoOf(aboutOf(made))}
      hint={texts.undoHint}
      action={texts.undo}
      change={{ ...undo, mutate: () => undo.mutate({ body: { decision_id: made._id } }) }}
      onClose={onClose}
    />
  )
}
