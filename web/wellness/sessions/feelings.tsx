import { texts } from '../../texts/wellness.ts'
import classes from './feelings.module.css'

const scale = Object.keys(texts.scale) as (keyof typeof texts.scale)[]

/** `3` or `SLIGHTLY_UNPLEASANT` → words of the scale; other labels in small letters. */
export const wordOf = (label: string): string =>
  label in texts.scale
    ? texts.scale[label as keyof typeof texts.scale]
    : label.toLowerCase().replaceAll('_', ' ')

/** The mouth of a face, from a deep frown at 1 to a wide smile at 7. */
const mouth = (value: number) => {
  const bend = (value - 4) * 2.2
  return `M10 ${22 - bend / 2} Q16 ${22 + bend} 22 ${22 - bend / 2}`
}

/** One choice of seven, from very unpleasant to very pleasant. */
export function FeelingScale({
  value,
  onChange,
}: {
  value: number | undefined
  onChange: (value: number) => void
}) {
  return (
    <fieldset className={classes.scale}>
      <legend className={classes.legend}>{texts.practice.scaleLabel}</legend>
      {scale.map((label, index) => (
        <label key={label} className={classes.choice}>
          <input
            type="radio"
            name="feeling"
            className={classes.input}
            checked={value === index + 1}
            onChange={() => onChange(index + 1)}
          />
          <svg viewBox="0 0 32 32" className={classes.face} aria-hidden>
            <circle cx="16" cy="16" r="14.5" />
            <path d={`M11 12v2 M21 12v2 ${mouth(index + 1)}`} />
          </svg>
          <span className={classes.word}>{texts.scale[label]}</span>
        </label>
      ))}
    </fieldset>
  )
}
