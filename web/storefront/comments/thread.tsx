import { Button } from '@mantine/core'
import type { CommentRecord, CommentThread } from '@plaza/client/marketplace'
import { getCommentsInfiniteOptions } from '@plaza/client/marketplace/queries'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { texts } from '../../texts/comments.ts'
import { byCursor, rowsOf } from '../../ui/queries.ts'
import { usePersonId } from '../../ui/session.ts'
import { Failed, More } from '../../ui/states.tsx'
import { session } from '../session.ts'
import { Comment } from './comment.tsx'
import classes from './comments.module.css'
import { Composer, Waiting } from './for-writers.ts'

interface ThreadProps {
  thread: CommentThread
  /** Begins an answer of somebody who may; undefined where nothing can be answered. */
  mayReply: (() => boolean) | undefined
}

/** A comment with what was answered. */
export function Thread({ thread, mayReply }: ThreadProps) {
  const [answered, setAnswered] = useState<CommentRecord>()
  const [isWhole, setWhole] = useState(false)
  const all = useInfiniteQuery({
    ...getCommentsInfiniteOptions({
      path: { post_id: thread.post_id },
      query: { parent_id: thread._id, limit: 50 },
    }),
    ...byCursor,
    enabled: isWhole,
  })
  const replies: CommentRecord[] = all.data ? rowsOf(all.data) : thread.replies
  const hasMore = thread.reply_count > replies.filter((reply) => !reply.is_deleted).length
  const replyTo = (comment: CommentRecord) =>
    mayReply &&
    (() => {
      if (mayReply()) setAnswered(comment)
    })
  const isSignedIn = usePersonId(session) !== ''
  return (
    <li className={classes.thread}>
      <Comment comment={thread} onReply={replyTo(thread)} />
      <ul className={classes.replies}>
        {replies.map((reply) => (
          <li key={reply._id}>
            <Comment comment={reply} onReply={replyTo(reply)} />
          </li>
        ))}
        {isSignedIn && <Waiting postId={thread.post_id} topId={thread._id} shown={replies} />}
      </ul>
      {!isWhole && hasMore && (
        <Button variant="subtle" className={classes.all ?? ''} onClick={() => setWhole(true)}>
          {texts.allReplies(thread.reply_count)}
        </Button>
      )}
      {isWhole && all.isError && !all.data && <Failed error={all.error} retry={() => all.refetch()} />}
      {isWhole && <More query={all} />}
      {answered && (
        <Composer
          key={answered._id}
          postId={thread.post_id}
          answers={{ id: answered._id, topId: thread._id }}
          label={texts.replyTo(answered.user?.name ?? '')}
          isFirst
          // Among the last of them it is seen once it has arrived.
          onSent={() => {
            setAnswered(undefined)
            setWhole(true)
          }}
        >
          <Button variant="default" onClick={() => setAnswered(undefined)}>
            {texts.cancel}
          </Button>
        </Composer>
      )}
    </li>
  )
}
