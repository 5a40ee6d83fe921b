import { Alert, Badge } from '@mantine/core'
import type { Post } from '@plaza/client/marketplace'
import { Link } from '@tanstack/react-router'
import { texts as reasons } from '../../../texts/moderation.ts'
import { texts } from '../../../texts/posts.ts'
import { list } from '../../../ui/formats.ts'
import classes from './listing.module.css'

/** What keeps a listing from being bought, and what can be done about it. */
export function State({ post }: { post: Post }) {
  if (post.status === 'active') return null
  const hint =
    !post.own && post.isSold
      ? texts.listing.soldHint
      : !post.own && post.status === 'reserved'
        ? texts.listing.reservedHint
        : undefined
  return (
    <Alert color={post.isSold ? 'gray' : 'clay'} variant="light" p="sm" role="status">
      <Badge color="dark" variant="filled" tt="none" size="lg">
        {texts.listing.states[post.status] ?? post.status}
      </Badge>{' '}
      {hint}{' '}
      {post.isSold && (
        <Link to="/search" search={{ category: post.category._id }} className={classes.similar}>
          {texts.listing.similar}
        </Link>
      )}
    </Alert>
  )
}

/** What its author is told of a listing or a change that waits for a moderator, or was declined. */
export function Review({ post: { review } }: { post: Post }) {
  if (!review) return null
  const words = texts.listing.review
  const isDeclined = review.state === 'declined'
  return (
    <Alert color="clay" variant="light" p="sm" role="note">
      {isDeclined ? (
        <>
          {review.change ? words.declinedChange : words.declinedListing} <q dir="auto">{review.message}</q>
        </>
      ) : (
        <>
          {review.change ? words.change : words.listing}{' '}
          {words.because(list(review.reasons.map((reason) => reasons[reason] ?? reason)))}
        </>
      )}
    </Alert>
  )
}
