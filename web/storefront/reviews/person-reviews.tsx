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
import type { Tag } from './tags.tsx'

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
            <Review review={review} {...(isOwn ? {} : { subject: person.name })} />
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
  tags: readonly { tag: Tag; count: number }[]
}

const Summary = ({ average, count, distribution, tags }: SummaryProps) => (
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
    {tags.length > 0 && (
      <ul className={classes.tags} aria-label={texts.said}>
        {tags.map(({ tag, count: times }) => (
          <li key={tag}>{texts.times(texts.tag[tag], times)}</li>
        ))}
      </ul>
    )}
  </div>
)
