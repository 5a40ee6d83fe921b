import { useReducedMotion } from '@mantine/hooks'
import type { CSSProperties } from 'react'
import { texts } from '../../texts/wellness.ts'
import type { Breathing } from './breath.ts'
import classes from './pacer.module.css'

/** Leads the breath: a circle that opens and closes, or a bar for whom motion is too much. */
export function Pacer({ at, seconds }: { at: Breathing; seconds: number }) {
  const isStill = useReducedMotion()
  const shown = { '--level': at.level, '--share': at.share } as CSSProperties
  return (
    <div className={isStill ? classes.still : classes.moving} style={shown} data-phase={at.phase}>
      {isStill ? (
        <span className={classes.bar} data-pacer="bar" aria-hidden />
      ) : (
        <span className={classes.circle} data-pacer="circle" aria-hidden />
      )}
      <p className={classes.cue}>
        <strong aria-live="polite">{texts.practice.cues[at.phase]}</strong>
        {seconds > 1 && (
          <span aria-hidden data-figures>
            {at.secondsLeft}
          </span>
        )}
      </p>
    </div>
  )
}
