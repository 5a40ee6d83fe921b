import type { CommentRecord } from '@plaza/client/marketplace'
import { deleteCommentMutation } from '@plaza/client/marketplace/queries'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { texts } from '../../texts/comments.ts'
import { Confirmation } from '../../ui/confirmation.tsx'
import { say } from '../../ui/toasts.tsx'
import { useWhileShown } from '../../ui/while-shown.ts'
import { commentsOf } from './outbox.ts'

/** Asks whether a comment is to go, and deletes it. */
export function DeleteDialog({ comment, onClose }: { comment: CommentRecord; onClose: () => void }) {
  const client = useQueryClient()
  const close = useWhileShown(onClose)
  const remove = useMutation({
    ...deleteCommentMutation(),
    onSuccess: async () => {
      say(texts.deleted)
      close()
      await client.invalidateQueries(commentsOf(comment.post_id))
    },
  })
  return (
    <Confirmation
      title={texts.deleteTitle}
      hint={texts.deleteHint}
      action={texts.delete}
      isGrave
      change={{ ...remove, mutate: () => remove.mutate({ path: { comment_id: comment._id } }) }}
      onClose={onClose}
    />
  )
}
