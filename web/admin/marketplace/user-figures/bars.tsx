import { texts } from '../../../texts/admin/marketplace/user-figures.ts'
import { calendarDate } from '../../../ui/dates.ts'
import { number } from '../../../ui/formats.ts'
import classes from './figures.module.css'

interface BarsProps {
  name: string
  bars: readonly { start: string; count: number }[]
}

const height = 60
const step = 10
const gap = 2

/** Counts of days, weeks or months beside each other, each with its own words for who points at it. */
export function Bars({ name, bars }: BarsProps) {
  const most = Math.max(0, ...bars.map(({ count }) => count))
  const [first, last] = [bars[0], bars.at(-1)].map((bar) => calendarDate(bar?.start ?? ''))
  return (
    <figure className={classes.chart}>
      <figcaption>
        <strong>{name}</strong>
        <span className={classes.soft}>{texts.most(number(most))}</span>
      </figcaption>
      <svg
        viewBox={`0 0 ${bars.length * step - gap} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={texts.chart(name, first ?? '', last ?? '', number(most))}
      >
        {bars.map(({ start, count }, index) => {
          const tall = count === 0 ? 1 : Math.max(3, (count / most) * height)
          return (
            <rect
              key={start}
              x={index * step}
              y={height - tall}
              width={step - gap}
              height={tall}
              data-none={count === 0}
            >
              <title>{texts.bar(calendarDate(start), number(count))}</title>
            </rect>
          )
        })}
      </svg>
      <div className={classes.ends}>
        <span>{first}</span>
        {bars.length > 1 && <span>{last}</span>}
      </div>
    </figure>
  )
}
