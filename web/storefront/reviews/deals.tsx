import type { DealRecord } from '@plaza/client/marketplace'
import { getDealReviewsInfiniteOptions } from '@plaza/client/marketplace/queries'
import { useInfiniteQuery } from '@tanstack/react-query'
import { texts } from '../../texts/reviews.ts'
import { date } from '../../ui/dates.ts'
import { TextLink } from '../../ui/links.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { byCursor, rowsOf } from '../../ui/queries.ts'
import { Empty, Failed, More, Waiting } from '../../ui/states.tsx'
import { Deal } from './deal.tsx'
import classes from './reviews.module.css'

/** What the person dealt with others, with what is left to say of it. */
export function Deals() {
  const list = useInfiniteQuery({ ...getDealReviewsInfiniteOptions({ query: { limit: 20 } }), ...byCursor })
  const rows = rowsOf<DealRecord>(list.data)
  return (
    <div className={classes.page}>
      <TextLink to="/you" py="sm" display="inline-block">
        {texts.back}
      </TextLink>
      <PageTitle>{texts.title}</PageTitle>
      {list.isPending && <Waiting />}
      {list.isError && rows.length === 0 && <Failed error={list.error} retry={() => list.refetch()} />}
      {list.isSuccess && rows.length === 0 && <Empty title={texts.empty} hint={texts.emptyHint} />}
      <ul className={classes.list} aria-label={texts.title}>
        {rows.map((deal) => (
          <li key={deal._id}>
            <h2 className={classes.average} dir="auto">
              {deal.title}
            </h2>
            <p className={classes.soft}>
              {[texts.deal[deal.role](deal.with.name || texts.former), date(deal.completed_at)].join(' · ')}
            </p>
            <Deal deal={deal} heading="h3" />
          </li>
        ))}
      </ul>
      <More query={list} />
    </div>
  )
}
