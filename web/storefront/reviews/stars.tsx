import { IconStar, IconStarFilled } from '@tabler/icons-react'
import { texts } from '../../texts/reviews.ts'
import classes from './reviews.module.css'

const all = [1, 2, 3, 4, 5] as const

/** So many stars of five. */
export const Stars = ({ rating }: { rating: number }) => (
  <span className={classes.stars} role="img" aria-label={texts.stars(rating)}>
    {all.map((star) =>
      star <= rating ? (
        <IconStarFilled key={star} aria-hidden size={18} />
      ) : (
        <IconStar key={star} aria-hidden size={18} />
      ),
    )}
  </span>
)

interface StarsInputProps {
  /** 0 until one is chosen. */
  value: number
  onChange: (rating: number) => void
  name: string
  error?: string | undefined
}

/** One to five stars, as five buttons of which one is chosen. */
export const StarsInput = ({ value, onChange, name, error }: StarsInputProps) => (
  <fieldset className={classes.choice} aria-describedby={error ? `${name}-error` : undefined}>
    <legend>{texts.rating}</legend>
    {all.map((star) => (
      <label key={star} data-chosen={star <= value || undefined}>
        <input
          type="radio"
          name={name}
          required
          value={star}
          checked={star === value}
          aria-label={texts.stars(star)}
          onChange={() => onChange(star)}
        />
        {star <= value ? <IconStarFilled aria-hidden size={30} /> : <IconStar aria-hidden size={30} />}
      </label>
    ))}
    {error && (
      <p id={`${name}-error`} className={classes.error} role="alert">
        {error}
      </p>
    )}
  </fieldset>
)
