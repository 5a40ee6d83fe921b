import type { QueuedReview } from '@plaza/client/marketplace'
import {
  getModerationCountsQueryKey,
  getPostReviewsQueryKey,
  reviewPostMutation,
  takeBackDecisionMutation,
} from '@plaza/client/marketplace/queries'
import { type InfiniteData, useMutation, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useRef } from 'react'
import { texts } from '../../../texts/admin/marketplace/moderation.ts'
import { Failure } from '../../../ui/failure.ts'
import { stopNextPages } from '../../../ui/queries.ts'
import { messageOf } from '../../../ui/states.tsx'
import { say } from '../../../ui/toasts.tsx'

const words = texts.reviews

/** How long the server holds a decision: a little longer than Undo is shown. */
export const holdSeconds = 12
const undoShownForMs = 10_000

type Queue = InfiniteData<{ data: QueuedReview[] }>

interface TriageOptions {
  /** What is looked at. */
  present: RefObject<string | undefined>
  look: (postId: string) => Promise<void>
}

/** Decides about what waits, and takes back what was decided last. The server holds each decision, whatever becomes of the page. */
export function useTriage({ present, look }: TriageOptions) {
  const queryClient = useQueryClient()
  const last = useRef<{ postId: string; close: () => void } | undefined>(undefined)
  const queueKey = getPostReviewsQueryKey()
  const refresh = () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: queueKey }),
      queryClient.invalidateQueries({ queryKey: getModerationCountsQueryKey() }),
    ])

  const { mutate: takeBack } = useMutation({
    ...takeBackDecisionMutation(),
    onMutate: () => present.current,
    onSuccess: async (_, { path }, before) => {
      say(words.undone)
      await refresh()
      // Whoever has gone on meanwhile stays where they are.
      if (before === undefined || before === present.current) await look(path.post_id)
    },
    onError: (error) =>
      say(error instanceof Failure && error.status === 404 ? words.tooLate : messageOf(error), 'bad'),
  })
  /** Takes back what was decided last, as long as that can be done. */
  const undo = () => {
    const { current } = last
    if (!current) return
    last.current = undefined
    current.close()
    takeBack({ path: { post_id: current.postId } })
  }

  /** What follows a decision: it leaves the queue, and can be taken back for a while. */
  const decided = async ({ post }: QueuedReview, message: string) => {
    const close = say(message, 'good', { action: { label: words.undo, run: undo }, forMs: undoShownForMs })
    const made = { postId: post._id, close }
    last.current?.close()
    last.current = made
    setTimeout(() => {
      if (last.current === made) last.current = undefined
    }, undoShownForMs)
    await stopNextPages(queryClient, queueKey)
    queryClient.setQueriesData<Queue>({ queryKey: queueKey }, (queue) => queue && without(queue, post._id))
    await queryClient.invalidateQueries({ queryKey: getModerationCountsQueryKey() })
  }
  /** Says when somebody else was first. @returns whether that was so. */
  const isGone = (error: unknown): boolean => {
    if (!(error instanceof Failure) || ![404, 412].includes(error.status)) return false
    void refresh()
    say(words.gone, 'bad')
    return true
  }
  return { decided, isGone, undo }
}

const without = (queue: Queue, postId: string): Queue => ({
  ...queue,
  pages: queue.pages.map((page) => ({ ...page, data: page.data.filter(({ post }) => post._id !== postId) })),
})

/** A decision about what was read, and nothing newer. */
export const decisionOn = ({ post }: QueuedReview) =>
  reviewPostMutation({ headers: { 'If-Match': `"${post.__v}"` } })
