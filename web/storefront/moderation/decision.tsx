import { Button, Group, Stack, Text, Textarea, Title } from '@mantine/core'
import type { OwnDecision } from '@plaza/client/marketplace'
import {
  appealDecisionMutation,
  getDecisionOptions,
  getDecisionQueryKey,
  resubmitPostMutation,
} from '@plaza/client/marketplace/queries'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { texts as words } from '../../texts/reports.ts'
import { date, dateTime } from '../../ui/dates.ts'
import { Failure } from '../../ui/failure.ts'
import { ButtonLink } from '../../ui/links.tsx'
import { useServerForm } from '../../ui/server-form.ts'
import { usePersonId } from '../../ui/session.ts'
import { Empty, Failed, FormFailure, messageOf, Waiting } from '../../ui/states.tsx'
import { useTitle } from '../../ui/title.ts'
import { say } from '../../ui/toasts.tsx'
import { session } from '../session.ts'
import classes from './decision.module.css'

const route = getRouteApi('/decisions/$decisionId')
const texts = words.decision

/** A decision about somebody, with its reasons, and the way to appeal; whoever is suspended comes by a link. */
export function Decision() {
  useTitle(texts.title)
  const { decisionId } = route.useParams()
  const { token } = route.useSearch()
  const query = useQuery(getDecisionOptions(asked(decisionId, token)))
  if (query.isPending) return <Waiting />
  if (query.data) return <Statement made={query.data.data} token={token} />
  if (query.error instanceof Failure && [400, 404].includes(query.error.status)) return <Gone />
  return <Failed error={query.error} retry={() => query.refetch()} />
}

const asked = (id: string, token: string | undefined) => ({
  path: { decision_id: id },
  ...(token !== undefined && { query: { token } }),
})

function Statement({ made, token }: { made: OwnDecision; token: string | undefined }) {
  const { appeal, status } = made
  return (
    <article className={classes.page}>
      <header>
        <Text c="var(--ink-soft)">{texts.title}</Text>
        <Title order={1} size="h2">
          {texts.actions[made.action] ?? made.action}
        </Title>
      </header>
      {(status === 'undone' || status === 'overturned' || status === 'remedied') && (
        <p className={classes.good}>{texts[status]}</p>
      )}
      <p className={classes.statement} dir="auto">
        {made.statement}
      </p>
      <dl className={classes.facts}>
        {made.about && <Fact name={texts.about} value={made.about} />}
        <Fact name={texts.rule} value={made.rule} />
        {made.facts && <Fact name={texts.facts} value={made.facts} />}
        <Fact name={texts.when} value={date(made.decided_at)} />
        {made.ends_at && <Fact name={texts.until} value={dateTime(made.ends_at)} />}
      </dl>
      <PutRight made={made} />
      {appeal && (
        <section aria-labelledby="appeal">
          <Title order={2} size="h4" id="appeal">
            {texts.yours}
          </Title>
          <p className={classes.statement} dir="auto">
            {appeal.text}
          </p>
          {appeal.answer === null ? (
            status === 'standing' && <Text c="var(--ink-soft)">{texts.waits}</Text>
          ) : (
            <>
              <Title order={3} size="h5">
                {texts.answer}
              </Title>
              <p className={classes.statement} dir="auto">
                {appeal.answer}
              </p>
            </>
          )}
        </section>
      )}
      {made.can_appeal && <AppealForm made={made} token={token} />}
      {!made.can_appeal && !appeal && status === 'standing' && <Text c="var(--ink-soft)">{texts.over}</Text>}
    </article>
  )
}

const Fact = ({ name, value }: { name: string; value: string }) => (
  <div>
    <dt>{name}</dt>
    <dd dir="auto">{value}</dd>
  </div>
)

/** How a hidden listing comes back: changed, and looked at again. */
function PutRight({ made }: { made: OwnDecision }) {
  const client = useQueryClient()
  const resubmit = useMutation({
    ...resubmitPostMutation(),
    onSuccess: (answer) => {
      say(texts.resubmitted)
      client.setQueryData(getDecisionQueryKey(asked(made._id, undefined)), answer)
    },
    onError: (error) => say(messageOf(error), 'bad'),
  })
  const isSignedIn = usePersonId(session) !== ''
  const { listing_id: listingId, resubmission, can_resubmit: canResubmit, status } = made
  if (listingId === null || status !== 'standing' || !isSignedIn) return null
  return (
    <section aria-labelledby="put-right">
      <Title order={2} size="h4" id="put-right">
        {texts.putRight}
      </Title>
      {resubmission?.answer && !resubmission.waiting_since && (
        <>
          <Title order={3} size="h5">
            {texts.notYet}
          </Title>
          <p className={classes.statement} dir="auto">
            {resubmission.answer}
          </p>
        </>
      )}
      <Text c="var(--ink-soft)">{canResubmit ? texts.putRightHint : texts.resubmissionWaits}</Text>
      {canResubmit && (
        <Group mt="sm">
          <ButtonLink to="/sell/$listingId" params={{ listingId }} variant="default">
            {texts.edit}
          </ButtonLink>
          <Button
            loading={resubmit.isPending}
            onClick={() => resubmit.mutate({ body: { decision_id: made._id } })}
          >
            {texts.resubmit}
          </Button>
        </Group>
      )}
    </section>
  )
}

function AppealForm({ made, token }: { made: OwnDecision; token: string | undefined }) {
  const client = useQueryClient()
  const form = useServerForm({
    initialValues: { text: '' },
    mutation: appealDecisionMutation(),
    request: ({ text }) => ({
      body: { decision_id: made._id, text, ...(token !== undefined && { token }) },
    }),
    onSuccess: () => {
      say(texts.sent)
      return client.invalidateQueries({ queryKey: getDecisionQueryKey(asked(made._id, token)) })
    },
  })
  return (
    <form onSubmit={form.submit()}>
      <Stack>
        <Title order={2} size="h4">
          {texts.appeal}
        </Title>
        <Text c="var(--ink-soft)">{texts.appealHint(date(made.appeal_until ?? made.decided_at))}</Text>
        <FormFailure message={form.failure} />
        <Textarea
          required
          autosize
          minRows={4}
          maxLength={2000}
          label={texts.text}
          {...form.getInputProps('text')}
        />
        <Button type="submit" loading={form.isSending} style={{ alignSelf: 'start' }}>
          {texts.send}
        </Button>
      </Stack>
    </form>
  )
}

function Gone() {
  const isSignedIn = usePersonId(session) !== ''
  return (
    <Empty title={texts.gone} hint={texts.goneHint}>
      {!isSignedIn && (
        <ButtonLink to="/sign-in" mt="sm">
          {texts.signIn}
        </ButtonLink>
      )}
    </Empty>
  )
}
