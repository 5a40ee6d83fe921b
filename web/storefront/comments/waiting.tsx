import { Button } from '@mantine/core'
import type { CommentRecord } from '@plaza/client/marketplace'
import { texts } from '../../texts/comments.ts'
import { type Queued, useQueue } from '../../ui/queue.ts'
import { Face } from '../accounts/face.tsx'
import classes from './comments.module.css'
import { type OutgoingComment, outbox } from './outbox.ts'

interface WaitingProps {
  postId: string
  /** The top of the thread that it answers in; absent for questions. */
  topId?: string
  /** What is shown already: what has arrived waits until its list is read again. */
  shown: readonly CommentRecord[]
  className?: string | undefined
}

/** What was written and is still on its way, or was refused: items of a list. */
export function Waiting({ postId, topId, shown, className }: WaitingProps) {
  const arrived = new Set(shown.map(({ client_ref }) => client_ref))
  return useQueue(outbox)
    .filter(({ item }) => item.postId === postId && item.answers?.topId === topId)
    .filter(({ id }) => !arrived.has(id))
    .map((queued) => (
      <li key={queued.id} className={className}>
        <WaitingComment queued={queued} />
      </li>
    ))
}

const WaitingComment = ({ queued: { id, item, refusal } }: { queued: Queued<OutgoingComment> }) => (
  <div className={classes.comment} data-waiting="true">
    <Face url={null} name={texts.you} size={36} />
    <div className={classes.words}>
      <p className={classes.by}>
        <strong>{texts.you}</strong>
        {refusal === undefined && <span>{texts.waiting}</span>}
      </p>
      <p className={classes.text} dir="auto">
        {item.text}
      </p>
      {refusal !== undefined && (
        <div className={classes.refusal} role="alert">
          {texts.refused(refusal)}
          <Button variant="default" onClick={() => outbox.retry(id)}>
            {texts.retry}
          </Button>
          <Button variant="default" onClick={() => outbox.remove(id)}>
            {texts.remove}
          </Button>
        </div>
      )}
    </div>
  </div>
)
