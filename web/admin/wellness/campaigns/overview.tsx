import { adminGetOverviewOptions } from '@plaza/client/wellness/queries'
import { useQuery } from '@tanstack/react-query'
import { texts } from '../../../texts/admin.ts'
import { ButtonLink } from '../../../ui/links.tsx'
import { Failed, Waiting } from '../../../ui/states.tsx'
import { Calm, CountCard, Counts, Hint } from '../../counts.tsx'
import classes from '../../start.module.css'
import { queryClient } from '../session.ts'

const t = texts.overview

/** How campaigns, catalogue and people of the wellness app stand. */
export function WellnessOverview() {
  const query = useQuery({ ...adminGetOverviewOptions(), refetchInterval: 5 * 60_000 }, queryClient)
  if (query.isPending) return <Waiting />
  if (!query.data) return <Failed error={query.error} retry={() => query.refetch()} />
  const { campaigns, exercises, joined, most } = query.data.data
  const isCalm = campaigns.failed === 0
  return (
    <div className={classes.cards}>
      <CountCard title={t.campaigns}>
        {isCalm && <Calm>{t.caughtUp}</Calm>}
        <Counts
          most={most}
          counts={[
            [t.scheduled, campaigns.scheduled],
            [t.underWay, campaigns.underWay],
            ...(isCalm ? [] : [[t.failed, campaigns.failed] as const]),
          ]}
        />
        {isCalm && <Hint>{t.allDelivered}</Hint>}
        {!isCalm && (
          <ButtonLink variant="default" to="/campaigns">
            {t.lookInto}
          </ButtonLink>
        )}
      </CountCard>
      <CountCard title={t.content}>
        <Counts
          most={Number.POSITIVE_INFINITY}
          counts={[
            [t.offered, exercises.offered],
            [t.hidden, exercises.hidden],
          ]}
        />
      </CountCard>
      <CountCard title={t.lastDay}>
        <Counts most={most} counts={[[t.joined, joined]]} />
      </CountCard>
    </div>
  )
}
