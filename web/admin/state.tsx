import type { ReactNode } from 'react'
import classes from './state.module.css'

/** How a state is to be taken. */
export type Tone = 'good' | 'warn' | 'bad' | 'busy' | 'quiet'

/** In which state something is: a coloured dot and its word, which says it to those who see no colours. */
export const State = ({ tone = 'quiet', children }: { tone?: Tone | undefined; children: ReactNode }) => (
  <span className={classes.state} data-tone={tone}>
    {children}
  </span>
)
