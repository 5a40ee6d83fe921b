import { Button, SegmentedControl, Skeleton } from '@mantine/core'
import type { CommentThread, Post } from '@plaza/client/marketplace'
import { getCommentsInfiniteOptions } from '@plaza/client/marketplace/queries'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { texts } from '../../texts/comments.ts'
import { byCursor, rowsOf } from '../../ui/queries.ts'
import { useQueue } from '../../ui/queue.ts'
import { usePersonId } from '../../ui/session.ts'
import { Failed, More } from '../../ui/states.tsx'
import { useSignInFirst } from '../accounts/sign-in-first.ts'
import { session } from '../session.ts'
import { WaitingComment } from './comment.tsx'
import classes from './comments.module.css'
import { Composer } from './composer.tsx'
import { outbox } from './outbox.ts'
import { Thread } from './thread.tsx'

type Sort = 'newest' | 'oldest'

/** What was asked and answered below a listing, in public. */
export function Comments({ post }: { post: Post }) {
  const isSignedIn = usePersonId(session) !== ''
  const signInFirst = useSignInFirst()
  const [sort, setSort] = useState<Sort>('newest')
  const list = useInfiniteQuery({
    ...getCommentsInfiniteOptions({ path: { post_id: post._id }, query: { sort, limit: 10 } }),
    ...byCursor,
    placeholderData: keepPreviousData,
  })
  const threads = [
    ...new Map(rowsOf<CommentThread>(list.data).map((thread) => [thread._id, thread])).values(),
  ]
  const count = list.data?.pages[0]?.meta?.comment_count ?? 0
  const waiting = useQueue(outbox).filter(({ item }) => item.postId === post._id)
  const known = new Set(threads.map(({ client_ref }) => client_ref))
  const asked = waiting.filter(({ id, item }) => !item.answers && !known.has(id))
  const isOpen = ['active', 'reserved'].includes(post.status)
  const mayReply = () => {
    if (!isSignedIn) signInFirst()
    return isSignedIn
  }
  return (
    <>
      <div className={classes.head}>
        {count > 0 && <span className={classes.count}>{texts.count(count)}</span>}
        {threads.length > 1 && (
          <SegmentedControl
            aria-label={texts.order}
            data={(['newest', 'oldest'] as const).map((value) => ({ value, label: texts[value] }))}
            value={sort}
            onChange={(value) => setSort(value === 'oldest' ? value : 'newest')}
          />
        )}
      </div>
      {isOpen && isSignedIn && !post.own && <Composer postId={post._id} label={texts.ask} />}
      {isOpen && !isSignedIn && (
        <Button variant="default" onClick={signInFirst}>
          {texts.signIn}
        </Button>
      )}
      {!isOpen && <p className={classes.soft}>{texts.ended}</p>}
      {list.isPending && <Skeleton height={64} mt="md" radius="md" />}
      {list.isError && !list.data && <Failed error={list.error} retry={() => list.refetch()} />}
      {list.isSuccess && threads.length + asked.length === 0 && isOpen && (
        <p className={classes.soft}>{post.own ? texts.emptyOwn : texts.empty}</p>
      )}
      <ul className={classes.threads} aria-busy={list.isPlaceholderData}>
        {asked.map((queued) => (
          <li key={queued.id} className={classes.thread}>
            <WaitingComment queued={queued} />
          </li>
        ))}
        {threads.map((thread) => (
          <Thread
            key={thread._id}
            thread={thread}
            waiting={waiting.filter(({ item }) => item.answers?.topId === thread._id)}
            mayReply={isOpen ? mayReply : undefined}
          />
        ))}
      </ul>
      <More query={list} />
    </>
  )
}
