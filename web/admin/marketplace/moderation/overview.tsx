import { texts } from '../../../texts/admin.ts'
import { ago } from '../../../ui/dates.ts'
import { ButtonLink } from '../../../ui/links.tsx'
import { Failed, Waiting } from '../../../ui/states.tsx'
import { Calm, CountCard, Counts, Hint } from '../../counts.tsx'
import classes from '../../start.module.css'
import { useModerationCounts } from './counts.ts'

const t = texts.overview

/** What waits in the marketplace, and what is new there. */
export function MarketplaceOverview() {
  const query = useModerationCounts()
  if (query.isPending) return <Waiting />
  if (!query.data) return <Failed error={query.error} retry={() => query.refetch()} />
  const { waiting, last_day: day, most } = query.data.data
  const isCalm = waiting.listings + waiting.changes === 0
  return (
    <div className={classes.cards}>
      <CountCard title={t.waiting}>
        {isCalm ? (
          <>
            <Calm>{t.caughtUp}</Calm>
            <Hint>{t.caughtUpHint}</Hint>
          </>
        ) : (
          <>
            <Counts
              most={most}
              counts={(
                [
                  [t.newListings, waiting.listings],
                  [t.changes, waiting.changes],
                ] as const
              ).filter(([, count]) => count > 0)}
            />
            {waiting.oldest_at && <Hint>{t.oldest(ago(waiting.oldest_at))}</Hint>}
            <ButtonLink to="/reviews">{t.review}</ButtonLink>
          </>
        )}
      </CountCard>
      <CountCard title={t.lastDay}>
        <Counts
          most={most}
          counts={[
            [t.published, day.published],
            [t.joined, day.joined],
          ]}
        />
      </CountCard>
    </div>
  )
}
