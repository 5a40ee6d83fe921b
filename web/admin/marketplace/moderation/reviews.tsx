import { Button, Switch, VisuallyHidden } from '@mantine/core'
import { useDisclosure, useHotkeys, useLocalStorage } from '@mantine/hooks'
import type { QueuedReview } from '@plaza/client/marketplace'
import { getPostReviewsInfiniteOptions } from '@plaza/client/marketplace/queries'
import { IconArrowDown, IconArrowUp, IconCheck, IconX } from '@tabler/icons-react'
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import { texts } from '../../../texts/admin/marketplace/moderation.ts'
import { ago } from '../../../ui/dates.ts'
import { PageTitle } from '../../../ui/page-title.tsx'
import { byCursor, rowsOf } from '../../../ui/queries.ts'
import { Empty, Failed, More, messageOf, Waiting } from '../../../ui/states.tsx'
import { say } from '../../../ui/toasts.tsx'
import { Key } from '../../key.tsx'
import { Thumb } from '../../thumb.tsx'
import { useModerationCounts } from './counts.ts'
import { Gone } from './gone.tsx'
import { useLookedAt, useReach } from './looked-at.ts'
import { Rejection } from './rejection.tsx'
import { ReviewDetails } from './review-details.tsx'
import classes from './reviews.module.css'
import { decisionOn, holdSeconds, useTriage } from './triage.ts'

const words = texts.reviews
const route = getRouteApi('/marketplace/reviews')

/** What a key does unless something lies above the page. */
const plain = (act: () => void) => () => {
  if (!document.querySelector('[role=dialog]')) act()
}

const keyOf = ({ post }: QueuedReview): string => post._id

/** What waits for a moderator's look before others see it, the longest first; one after the other, by keyboard. */
export function Reviews() {
  const queue = useInfiniteQuery({ ...getPostReviewsInfiniteOptions(), ...byCursor })
  const reviews = rowsOf(queue.data)
  const { post: named } = route.useSearch()
  const mayCome = useReach(queue, reviews.map(keyOf), named)
  if (queue.isPending) return <Waiting />
  if (queue.isError && reviews.length === 0)
    return <Failed error={queue.error} retry={() => queue.refetch()} />
  return (
    <>
      <div className={classes.head}>
        <PageTitle>{words.title}</PageTitle>
        {reviews.length > 0 && <Count />}
      </div>
      <Triage reviews={reviews} mayCome={mayCome} more={<More query={queue} />} />
    </>
  )
}

function Count() {
  const { data } = useModerationCounts()
  if (!data) return null
  const { waiting, most } = data.data
  const count = waiting.listings + waiting.changes
  return (
    <span className={classes.count} role="status">
      {count < most ? words.waiting(count) : words.waitingMore(most)}
    </span>
  )
}

/** The queue beside what is looked at of it, which the address names, or is the first. */
function Triage({
  reviews,
  mayCome,
  more,
}: {
  reviews: readonly QueuedReview[]
  /** Whether what is chosen may be among those that are still to come. */
  mayCome: boolean
  more: ReactNode
}) {
  const { post } = route.useSearch()
  const navigate = useNavigate({ from: '/reviews' })
  const look = (postId: string | undefined) =>
    navigate({ search: postId ? { post: postId } : {}, replace: true })
  const { index, item: review, present, goOnFrom } = useLookedAt({ items: reviews, keyOf, named: post, look })
  const triage = useTriage({ present, look })
  const step = (by: 1 | -1) => {
    const next = reviews[index + by]
    if (next) void look(keyOf(next))
  }
  const decided = (message: string) => async () => {
    if (!review) return
    // Another one would stand there, and take the next key, if this one left the queue before.
    await goOnFrom(review)
    await triage.decided(review, message)
  }
  const [areOn, setOn] = useLocalStorage({ key: 'plaza.console.shortcuts', defaultValue: true })
  const keys = { isOn: areOn, step, undo: triage.undo }
  useHotkeys(areOn ? [['Z', plain(triage.undo)]] : [])
  useTold(review?.post._id)
  if (!reviews[0]) return <Empty title={words.empty} hint={words.emptyHint} />
  const head = reviews[0].post._id
  return (
    <div className={classes.panes}>
      <nav className={classes.queue} aria-label={words.queue}>
        <ul>
          {reviews.map((queued) => (
            <li key={queued.post._id}>
              <Queued review={queued} isChosen={queued === review} />
            </li>
          ))}
        </ul>
        {more}
      </nav>
      <section className={classes.pane}>
        {review && (
          <>
            <ReviewDetails key={review.post._id} review={review} />
            <Decision
              key={`decision ${review.post._id}`}
              review={review}
              keys={keys}
              place={{ isFirst: index === 0, isLast: index === reviews.length - 1 }}
              onApproved={decided(words.approved(review.post.title))}
              onRejected={decided(words.rejected(review.post.title))}
              isGone={triage.isGone}
            />
          </>
        )}
        {!review && (mayCome ? <Waiting /> : <Gone goOn={() => look(head)} />)}
        <Switch
          className={classes.shortcuts}
          size="sm"
          label={words.shortcuts}
          checked={areOn}
          onChange={({ currentTarget }) => setOn(currentTarget.checked)}
        />
      </section>
    </div>
  )
}

/** Whoever goes on is told of what comes next, unless they are at work somewhere else. */
function useTold(postId: string | undefined): void {
  const told = useRef(postId)
  useEffect(() => {
    if (told.current === postId) return
    told.current = postId
    if (document.activeElement === document.body) document.getElementById(`title-${postId}`)?.focus()
  }, [postId])
}

const Queued = ({
  review: { post, change, submitted_at },
  isChosen,
}: {
  review: QueuedReview
  isChosen: boolean
}) => (
  <Link
    to="/reviews"
    search={{ post: post._id }}
    replace
    className={classes.queued}
    aria-current={isChosen ? 'true' : undefined}
  >
    <Thumb url={post.photoUrl} name={post.title} size="card" />
    <span className={classes.queuedText}>
      <span className={classes.queuedTitle} dir="auto">
        {post.title}
      </span>
      <span className={classes.soft}>
        {words.submitted(change ? words.isChange : words.isListing, ago(submitted_at))}
      </span>
    </span>
  </Link>
)

interface DecisionProps {
  review: QueuedReview
  keys: { isOn: boolean; step: (by: 1 | -1) => void }
  place: { isFirst: boolean; isLast: boolean }
  onApproved: () => void
  onRejected: () => void
  isGone: (error: unknown) => boolean
}

/** Neither way is the obvious one: what is here was flagged. */
function Decision({ review, keys, place, onApproved, onRejected, isGone }: DecisionProps) {
  const { post } = review
  const [isRejecting, rejecting] = useDisclosure(false)
  const { mutate, isPending } = useMutation({
    ...decisionOn(review),
    onSuccess: onApproved,
    onError: (error) => isGone(error) || say(messageOf(error), 'bad'),
  })
  const approve = () =>
    !isPending &&
    mutate({ path: { post_id: post._id }, body: { decision: 'accept', hold_seconds: holdSeconds } })
  useHotkeys(
    keys.isOn
      ? [
          ['J', plain(() => keys.step(1))],
          ['K', plain(() => keys.step(-1))],
          ['A', plain(approve)],
          ['R', plain(rejecting.open)],
        ]
      : [],
  )
  const hint = (key: string) => keys.isOn && <Key>{key}</Key>
  const named = (key: string) => (keys.isOn ? { 'aria-keyshortcuts': key } : {})
  return (
    <section className={classes.bar} aria-label={words.decideFor(post.title)}>
      <Button
        variant="default"
        leftSection={<IconCheck size={18} className={classes.good} aria-hidden />}
        rightSection={hint('A')}
        loading={isPending}
        onClick={approve}
        {...named('A')}
      >
        {words.approve}
      </Button>
      <Button
        variant="default"
        leftSection={<IconX size={18} className={classes.bad} aria-hidden />}
        rightSection={hint('R')}
        disabled={isPending}
        onClick={rejecting.open}
        {...named('R')}
      >
        {words.reject}
      </Button>
      <span className={classes.steps}>
        <Button variant="subtle" disabled={place.isFirst} onClick={() => keys.step(-1)} {...named('K')}>
          <IconArrowUp size={18} aria-hidden />
          <VisuallyHidden>{words.previous}</VisuallyHidden>
        </Button>
        <Button variant="subtle" disabled={place.isLast} onClick={() => keys.step(1)} {...named('J')}>
          <IconArrowDown size={18} aria-hidden />
          <VisuallyHidden>{words.next}</VisuallyHidden>
        </Button>
      </span>
      {isRejecting && (
        <Rejection review={review} onClose={rejecting.close} onRejected={onRejected} isGone={isGone} />
      )}
    </section>
  )
}
