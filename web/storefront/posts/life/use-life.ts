import type { Post } from '@plaza/client/marketplace'
import {
  deletePostMutation,
  getPostDetailQueryKey,
  markPostAsClosedMutation,
  repostPostMutation,
  softDeletePostMutation,
  updatePostMutation,
} from '@plaza/client/marketplace/queries'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { texts } from '../../../texts/life.ts'
import { date } from '../../../ui/dates.ts'
import { Failure } from '../../../ui/failure.ts'
import { messageOf } from '../../../ui/states.tsx'
import { say } from '../../../ui/toasts.tsx'
import { keepPost, refreshPost } from '../posts.ts'

const onError = (error: unknown) => void say(messageOf(error), 'bad')

/** Brings a listing to the top, or back; what was sold is offered by a listing of its own. */
export function useRepost(post: Post) {
  const client = useQueryClient()
  const repost = useMutation({
    ...repostPostMutation(),
    onSuccess: async (brought) => {
      keepPost(client, brought)
      await refreshPost(client, post._id)
      const isOpen = brought.data.status === 'active'
      say(!isOpen ? texts.waits : post.status === 'active' ? texts.atTop : texts.isBack)
    },
    onError: (error) => {
      const isTwin = error instanceof Failure && error.code === 'DUPLICATE_POST'
      const again = () => repost.mutate({ ...what, headers: { 'X-Allow-Duplicate': 'true' } })
      say(messageOf(error), 'bad', isTwin ? { action: { label: texts.anyway, run: again } } : {})
    },
  })
  const what = { path: { post_id: post._id }, body: {} }
  return { repost: () => repost.mutate(what), isPending: repost.isPending }
}

/** Ends a listing. The dialog that asks shows why it failed. */
export function useClosing({ _id }: Post, onDone: () => void) {
  const client = useQueryClient()
  return useMutation({
    ...markPostAsClosedMutation(),
    onSuccess: async (closed) => {
      keepPost(client, closed)
      say(texts.closed)
      onDone()
      await refreshPost(client, _id)
    },
  })
}

/** Deletes a listing so that it can be restored, or restores it. */
export function useSoftDeletion({ _id }: Post, onDone: () => void = () => undefined) {
  const client = useQueryClient()
  return useMutation({
    ...softDeletePostMutation(),
    onSuccess: async (changed) => {
      keepPost(client, changed)
      say(changed.data.status === 'soft_deleted' ? texts.deleted : texts.restored)
      onDone()
      await refreshPost(client, _id)
    },
    onError: (error, { body: { restore = false } }) => {
      if (restore) onError(error)
    },
  })
}

export function useDeletion({ _id }: Post, onDone: () => void) {
  const client = useQueryClient()
  return useMutation({
    ...deletePostMutation(),
    onSuccess: async () => {
      say(texts.deletedForGood)
      onDone()
      client.removeQueries({ queryKey: getPostDetailQueryKey({ path: { post_id: _id } }), type: 'inactive' })
      await refreshPost(client, _id)
    },
  })
}

/** Has a listing renewed when its time is up, or not. */
export function useRenewal() {
  const client = useQueryClient()
  return useMutation({
    ...updatePostMutation(),
    onSuccess: (changed) => {
      keepPost(client, changed)
      const { auto_renew, expires_at } = changed.data
      say(auto_renew || expires_at === null ? texts.renewed : texts.notRenewed(date(expires_at)))
    },
    onError,
  })
}
