import { Button } from '@mantine/core'
import type { Post } from '@plaza/client/marketplace'
import { texts } from '../../../texts/life.ts'
import { useRepost, useSoftDeletion } from './use-life.ts'

/** The way back of a listing that was closed, has expired or was deleted. */
export function ReturnButtons({ post }: { post: Post }) {
  if (['expired', 'closed'].includes(post.status)) return <BringBack post={post} />
  if (post.status === 'soft_deleted' && post.restorable_until) return <Restore post={post} />
  return null
}

function BringBack({ post }: { post: Post }) {
  const { repost, isPending } = useRepost(post)
  return (
    <Button loading={isPending} onClick={repost}>
      {texts.bringBack}
    </Button>
  )
}

function Restore({ post }: { post: Post }) {
  const restoring = useSoftDeletion(post)
  return (
    <Button
      loading={restoring.isPending}
      onClick={() => restoring.mutate({ path: { post_id: post._id }, body: { restore: true } })}
    >
      {texts.restore}
    </Button>
  )
}
