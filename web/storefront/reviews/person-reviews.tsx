import type { PublicProfile, ReviewRecord } from '@plaza/client/marketplace'
import { getReviewsInfiniteOptions } from '@plaza/client/marketplace/queries'
import { useInfiniteQuery } from '@tanstack/react-query'
import { texts } from '../../texts/reviews.ts'
import { number } from '../../ui/formats.ts'
import { byCursor, rowsOf } from '../../ui/queries.ts'
import { usePersonId } from '../../ui/session.ts'
import { Failed, More, Waiting } from '../../ui/states.tsx'
import { session } from '../session.ts'
import { Review } from './review.tsx'
import classes from './reviews.module.css'

/** What people who dealt with somebody say of them. */
export function PersonReviews({ person }: { person: PublicProfile }) {
  const isOwn = usePersonId(session) === person._id
  const list = useInfiniteQuery({
    ...getReviewsInfiniteOptions({ path: { user_id: person._id }, query: { limit: 10 } }),
    ...byCursor,
  })
  const rows = rowsOf<ReviewRecord>(list.data)
  const meta = list.data?.pages[0]?.meta
  if (list.isPending) return <Waiting />
  if (list.isError && !list.data) return <Failed error={list.error} retry={() => list.refetch()} />
  if (!meta || meta.average === null)
    return <p className={classes.soft}>{isOwn ? texts.noneOfYou : texts.none}</p>
  return (
    <>
      <Summary {...meta} average={meta.average} />
      <ul className={classes.list} aria-label={texts.title}>
        {rows.map((review) => (
          <li key={review._id}>
            <Review review={review} subject={person.name} isOfYou={isOwn} />
          </li>
        ))}
      </ul>
      <More query={list} />
    </>
  )
}

interface SummaryProps {
  average: number
  count: number
  distribution: Readonly<Record<1 | 2 | 3 | 4 | 5, number>>
}

const Summary = ({ average, count, distribution }: SummaryProps) => (
  <div className={classes.summary}>
    <p className={classes.average} data-figures>
      {texts.average(average, count)}
    </p>
    <ul className={classes.shares}>
      {([5, 4, 3, 2, 1] as const).map((stars) => (
        <li key={stars} aria-label={texts.share(stars, distribution[stars])}>
          <span aria-hidden>{number(stars)}</span>
          <span aria-hidden className={classes.bar}>
            <span style={{ width: `${(distribution[stars] / count) * 100}%` }} />
          </span>
          <span aria-hidden>{number(distribution[stars])}</span>
        </li>
      ))}
    </ul>
  </div>
)
