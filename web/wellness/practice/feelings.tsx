import { texts } from '../../texts/wellness.ts'
import { Face } from './face.tsx'
import classes from './feelings.module.css'

const scale = Object.keys(texts.scale) as (keyof typeof texts.scale)[]

/** `SLIGHTLY_UNPLEASANT` → words of the scale; other labels in small letters. */
export const wordOf = (label: string): string =>
  label in texts.scale ? texts.scale[label as keyof typeof texts.scale] : texts.exercise.feelings([label])

const middle = 4

/** One slider over seven faces, from very unpleasant to very pleasant; nothing is chosen until it is touched. */
export function FeelingScale({
  value,
  onChange,
}: {
  /** 1 to 7. */
  value: number | undefined
  onChange: (value: number) => void
}) {
  const label = value === undefined ? undefined : scale[value - 1]
  const word = label ? texts.scale[label] : texts.practice.unsaid
  const choose = (event: { currentTarget: HTMLInputElement }) => onChange(Number(event.currentTarget.value))
  return (
    <div className={classes.scale}>
      <Face value={value ?? middle} className={classes.face} data-unsaid={value === undefined || undefined} />
      <p className={classes.word} aria-hidden>
        {word}
      </p>
      <div className={classes.slider}>
        <div className={classes.faces} aria-hidden>
          {scale.map((each, index) => (
            <Face key={each} value={index + 1} data-chosen={value === index + 1 || undefined} />
          ))}
        </div>
        <input
          type="range"
          className={classes.input}
          min={1}
          max={scale.length}
          step={1}
          value={value ?? middle}
          aria-label={texts.practice.scaleLabel}
          aria-valuetext={word}
          onChange={choose}
          // The middle may be meant as well, where the value does not change.
          onClick={choose}
          onKeyDown={(event) => {
            if (event.key !== ' ') return
            event.preventDefault()
            choose(event)
          }}
          data-unsaid={value === undefined || undefined}
        />
      </div>
      <div className={classes.ends} aria-hidden>
        <span>{texts.scale.VERY_UNPLEASANT}</span>
        <span>{texts.scale.VERY_PLEASANT}</span>
      </div>
    </div>
  )
}
