import { Button, Skeleton } from '@mantine/core'
import type { CommentThread, Post } from '@plaza/client/marketplace'
import { getCommentsInfiniteOptions } from '@plaza/client/marketplace/queries'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { texts } from '../../texts/comments.ts'
import { lazily } from '../../ui/lazy.tsx'
import { useNear } from '../../ui/near.ts'
import { byCursor, rowsOf } from '../../ui/queries.ts'
import { usePersonId } from '../../ui/session.ts'
import { Failed, More } from '../../ui/states.tsx'
import { useSignInFirst } from '../accounts/sign-in-first.ts'
import { session } from '../session.ts'
import { Ask } from './ask.tsx'
import classes from './comments.module.css'
import { Composer, Waiting } from './for-writers.ts'
import type { Order } from './order.tsx'
import { Thread } from './thread.tsx'

const OrderChoice = lazily(() => import('./order.tsx'), 'OrderChoice')

/** What was asked and answered below a listing, in public. */
export function Comments({ post }: { post: Post }) {
  const isSignedIn = usePersonId(session) !== ''
  const signInFirst = useSignInFirst()
  const [sort, setSort] = useState<Order>('newest')
  const list = useInfiniteQuery({
    ...getCommentsInfiniteOptions({ path: { post_id: post._id }, query: { sort, limit: 10 } }),
    ...byCursor,
    placeholderData: keepPreviousData,
  })
  const threads = [
    ...new Map(rowsOf<CommentThread>(list.data).map((thread) => [thread._id, thread])).values(),
  ]
  const count = list.data?.pages[0]?.meta?.comment_count ?? 0
  const isOpen = ['active', 'reserved'].includes(post.status)
  const mayWrite = isOpen && isSignedIn
  const place = useRef<HTMLDivElement>(null)
  const isNear = useNear(place, '600px')
  useEffect(() => {
    if (isNear && mayWrite) void Composer.preload()
  }, [isNear, mayWrite])
  const mayReply = () => {
    if (!isSignedIn) signInFirst()
    return isSignedIn
  }
  return (
    <div ref={place}>
      <div className={classes.head}>
        {count > 0 && <span className={classes.count}>{texts.count(count)}</span>}
        {threads.length > 1 && (
          <div className={classes.order}>
            <OrderChoice order={sort} onChange={setSort} />
          </div>
        )}
      </div>
      {mayWrite && !post.own && <Ask postId={post._id} isNear={isNear} />}
      {isOpen && !isSignedIn && (
        <Button variant="default" onClick={signInFirst}>
          {texts.signIn}
        </Button>
      )}
      {!isOpen && <p className={classes.soft}>{texts.ended}</p>}
      {list.isPending && <Skeleton height={64} mt="md" radius="md" />}
      {list.isError && !list.data && <Failed error={list.error} retry={() => list.refetch()} />}
      <ul className={classes.threads} aria-busy={list.isPlaceholderData}>
        {isSignedIn && <Waiting postId={post._id} shown={threads} className={classes.thread} />}
        {threads.map((thread) => (
          <Thread key={thread._id} thread={thread} mayReply={isOpen ? mayReply : undefined} />
        ))}
      </ul>
      {list.isSuccess && threads.length === 0 && isOpen && (
        <p className={classes.empty}>{post.own ? texts.emptyOwn : texts.empty}</p>
      )}
      <More query={list} />
    </div>
  )
}
