import { addComment } from '@plaza/client/marketplace'
import { texts } from '../../texts/ui.ts'
import { ask, Failure } from '../../ui/failure.ts'
import { newId } from '../../ui/ids.ts'
import { DeliveryQueue } from '../../ui/queue.ts'
import { queryClient } from '../query-client.ts'
import { session } from '../session.ts'

export interface OutgoingComment {
  personId: string
  postId: string
  /** What it answers, and the top of that thread. */
  answers?: { id: string; topId: string }
  text: string
}

/** All that is loaded of what stands below a listing. */
export const commentsOf = (postId: string) => ({
  queryKey: [{ _id: 'getComments', path: { post_id: postId } }],
})

async function deliver(id: string, { personId, postId, answers, text }: OutgoingComment): Promise<void> {
  if (session.personId !== personId) throw new Failure(401, 'AUTH_REQUIRED', texts.unexpected)
  await ask(
    addComment({
      body: { post_id: postId, text, client_ref: id, ...(answers ? { parent_id: answers.id } : {}) },
      headers: { 'Idempotency-Key': id },
    }),
  )
  // It is shown as waiting until the list has it.
  await queryClient.invalidateQueries(commentsOf(postId))
}

/** Comments on their way. An item's id makes the server recognise one that it already has. */
export const outbox = new DeliveryQueue<OutgoingComment>('comments', session, deliver)

export const send = (comment: Omit<OutgoingComment, 'personId'>): Promise<void> =>
  outbox.add(newId(), { ...comment, personId: session.personId })
