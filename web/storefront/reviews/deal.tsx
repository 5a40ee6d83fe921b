import { Button } from '@mantine/core'
import type { DealRecord, ReviewRecord } from '@plaza/client/marketplace'
import { getDealReviewsOptions } from '@plaza/client/marketplace/queries'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { texts } from '../../texts/reviews.ts'
import { date } from '../../ui/dates.ts'
import { usePersonId } from '../../ui/session.ts'
import { session } from '../session.ts'
import { Review } from './review.tsx'
import { ReviewForm } from './review-form.tsx'
import classes from './reviews.module.css'
import { Stars } from './stars.tsx'
import { Tags } from './tags.tsx'

/** What the person and the other one say of an order, or of the sale of a listing; nothing where there is no deal. */
export function DealReviews({ about }: { about: { order_id: string } | { post_id: string } }) {
  const isSignedIn = usePersonId(session) !== ''
  const query = useQuery({ ...getDealReviewsOptions({ query: about }), enabled: isSignedIn })
  return query.data?.data.map((deal) => <Deal key={deal._id} deal={deal} heading="h2" />)
}

interface DealProps {
  deal: DealRecord
  /** By what it stands below. */
  heading: 'h2' | 'h3'
}

/** A deal: what is left to say of it, and what was said. */
export function Deal({ deal, heading: Heading }: DealProps) {
  const { with: other, own_review: own, review } = deal
  const name = other.name || texts.former
  return (
    <section className={classes.deal} aria-label={texts.how(name)}>
      {deal.state === 'to_review' && (
        <>
          <Heading>{texts.how(name)}</Heading>
          {deal.is_reviewed && <p className={classes.soft}>{texts.theyWrote(name)}</p>}
          <ReviewForm deal={deal} />
        </>
      )}
      {own && <Own deal={deal} own={own} heading={Heading} />}
      {deal.state === 'over' && !own && (
        <p className={classes.soft}>{review ? texts.notWritten : texts.noneWritten}</p>
      )}
      {review && (
        <>
          <Heading>{texts.theirs(name)}</Heading>
          <Review review={review} />
        </>
      )}
    </section>
  )
}

function Own({ deal, own, heading: Heading }: DealProps & { own: ReviewRecord }) {
  const [isChanging, setChanging] = useState(false)
  const isWaiting = deal.state === 'waiting' && !own.is_removed
  return (
    <>
      <Heading>{texts.yours}</Heading>
      {isChanging && isWaiting ? (
        <ReviewForm deal={deal} onDone={() => setChanging(false)} />
      ) : (
        <div>
          <Stars rating={own.rating} />
          <Tags tags={own.tags} />
          <p className={classes.text} dir="auto">
            {own.text}
          </p>
          {own.is_removed && <p className={classes.soft}>{texts.removed}</p>}
          {own.reply && (
            <div className={classes.reply}>
              <p className={classes.soft}>{texts.replied(deal.with.name || texts.former)}</p>
              <p className={classes.text} dir="auto">
                {own.reply.text}
              </p>
            </div>
          )}
          {isWaiting && (
            <>
              <p className={classes.soft}>{texts.waiting(date(deal.review_until))}</p>
              <Button variant="default" onClick={() => setChanging(true)}>
                {texts.change}
              </Button>
            </>
          )}
        </div>
      )}
    </>
  )
}
