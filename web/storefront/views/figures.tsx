import { Skeleton } from '@mantine/core'
import type { PostViews } from '@plaza/client/marketplace'
import { getAllPostViewsOptions } from '@plaza/client/marketplace/queries'
import { useQuery } from '@tanstack/react-query'
import { texts } from '../../texts/life.ts'
import { calendarDate } from '../../ui/dates.ts'
import { deviceZone } from '../../ui/device-zone.ts'
import { number } from '../../ui/formats.ts'
import { dataOf } from '../../ui/queries.ts'
import { Failed } from '../../ui/states.tsx'
import classes from './figures.module.css'

const zone = deviceZone()

/** How often one's listings, or one of them, were shown, looked at, saved and written about within 30 days. */
export function Figures({ postId }: { postId?: string }) {
  const figures = useQuery({
    ...getAllPostViewsOptions({ query: { tz: zone, ...(postId ? { post_id: postId } : {}) } }),
    select: dataOf<PostViews>,
    staleTime: 60_000,
  })
  if (figures.isPending) return <Skeleton height={postId ? 260 : 132} radius="md" my="md" />
  if (!figures.data) return <Failed error={figures.error} retry={() => figures.refetch()} />
  return (
    <section className={classes.figures} aria-label={texts.figures.lastDays} data-whole={Boolean(postId)}>
      <Totals figures={figures.data} />
      <Chart figures={figures.data} />
      {postId && <Sources figures={figures.data} />}
    </section>
  )
}

function Totals({ figures: { unique, funnel } }: { figures: PostViews }) {
  const rows = [
    { name: texts.figures.impressions, count: funnel.impressions },
    { name: texts.figures.views, count: funnel.views, hint: texts.figures.unique(unique) },
    { name: texts.figures.favourites, count: funnel.favourites },
    { name: texts.figures.chats, count: funnel.chats },
    { name: texts.figures.offers, count: funnel.offers },
  ]
  return (
    <dl className={classes.totals} data-figures>
      {rows.map(({ name, count, hint }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <strong>{number(count)}</strong>
            {hint && count > 0 && <span className={classes.soft}> {hint}</span>}
          </dd>
        </div>
      ))}
    </dl>
  )
}

const height = 60
const step = 10
const gap = 2

/** Views of each day as bars. */
function Chart({ figures: { series, total, from, to } }: { figures: PostViews }) {
  const most = Math.max(1, ...series.map(({ views }) => views))
  const [first, last] = [calendarDate(from), calendarDate(to)]
  return (
    <figure className={classes.chart}>
      <svg
        viewBox={`0 0 ${series.length * step - gap} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={texts.figures.chart(total, first, last)}
      >
        {series.map(({ start, views }, index) => {
          const tall = views === 0 ? 1 : Math.max(3, (views / most) * height)
          return (
            <rect
              key={start}
              x={index * step}
              y={height - tall}
              width={step - gap}
              height={tall}
              data-none={views === 0}
            >
              <title>{texts.figures.day(calendarDate(start), views)}</title>
            </rect>
          )
        })}
      </svg>
      <figcaption className={classes.soft}>
        <span>{first}</span>
        <span>{last}</span>
      </figcaption>
    </figure>
  )
}

function Sources({ figures: { by_source, total } }: { figures: PostViews }) {
  const sources = Object.entries(by_source)
    .filter(([, views]) => views > 0)
    .sort(([, one], [, other]) => other - one)
  if (sources.length === 0) return <p className={classes.soft}>{texts.figures.none}</p>
  return (
    <>
      <h2 className={classes.section}>{texts.figures.sources}</h2>
      <ul className={classes.sources}>
        {sources.map(([source, views]) => (
          <li key={source}>
            <span>{texts.figures.bySource[source] ?? source}</span>
            <span data-figures>{number(views)}</span>
            <progress value={views} max={total} aria-hidden />
          </li>
        ))}
      </ul>
    </>
  )
}
