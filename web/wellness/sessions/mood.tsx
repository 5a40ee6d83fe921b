import type { WellnessGroup } from '@plaza/client/wellness'
import { texts } from '../../texts/wellness.ts'
import { Face } from '../practice/face.tsx'
import classes from './month.module.css'

export type Day = WellnessGroup & { date: string }

const width = 280
const height = 64
/** The words of the scale by their number, which days have from -3 to 3. */
const words = Object.values(texts.scale)
const wordOf = (mood: number) => (words[Math.round(mood) + 3] ?? texts.scale.NEUTRAL).toLowerCase()

/** How it felt over some weeks, as a line between a smile and its opposite. */
export function Mood({ days, title }: { days: readonly Day[]; title?: string }) {
  const felt = days.flatMap(({ mood }, index) => (mood === null ? [] : [{ mood, index }]))
  const [first, last] = [felt[0], felt.at(-1)]
  if (!first || !last || felt.length < 2) return null
  const points = felt.map(({ mood, index }) => ({
    x: 6 + (index / Math.max(1, days.length - 1)) * (width - 12),
    y: 6 + ((3 - mood) / 6) * (height - 12),
  }))
  return (
    <>
      {title && <h3 className={classes.heading}>{title}</h3>}
      <div className={classes.mood}>
        <div className={classes.faces}>
          <Face value={7} />
          <Face value={1} />
        </div>
        <svg
          viewBox={`0 0 ${width} ${height}`}
          role="img"
          aria-label={texts.today.mood(wordOf(first.mood), wordOf(last.mood))}
        >
          <path d={`M0 ${height / 2}H${width}`} className={classes.middle} />
          <polyline points={points.map(({ x, y }) => `${x},${y}`).join(' ')} className={classes.line} />
          {points.map(({ x, y }) => (
            <circle key={x} cx={x} cy={y} r="3.5" className={classes.point} />
          ))}
        </svg>
      </div>
    </>
  )
}
