import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { texts } from '../../../texts/posts.ts'
import classes from './steps.module.css'
import type { Strip } from './use-strip.ts'

/** The way to the pictures beside the one in sight, and which of how many that is. */
export const Steps = ({ strip: { index, show }, count }: { strip: Strip; count: number }) => (
  <>
    <button
      type="button"
      className={classes.previous}
      aria-label={texts.listing.previous}
      disabled={index === 0}
      onClick={() => show(index - 1)}
    >
      <IconChevronLeft aria-hidden />
    </button>
    <button
      type="button"
      className={classes.next}
      aria-label={texts.listing.next}
      disabled={index === count - 1}
      onClick={() => show(index + 1)}
    >
      <IconChevronRight aria-hidden />
    </button>
    <span className={classes.counter} aria-hidden data-figures>
      {index + 1} / {count}
    </span>
  </>
)
