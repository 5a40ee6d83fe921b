import { Title } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { texts } from '../texts/admin.ts'
import { number } from '../ui/formats.ts'
import classes from './start.module.css'

/** Some counts that belong together, what they mean, and where to go from there. */
export const CountCard = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className={classes.card}>
    <Title order={3} size="h4">
      {title}
    </Title>
    {children}
  </section>
)

interface CountsProps {
  counts: readonly (readonly [name: string, count: number])[]
  /** Where the server ends counting. */
  most: number
}

/** Figures with their names below. */
export const Counts = ({ counts, most }: CountsProps) => (
  <dl className={classes.counts}>
    {counts.map(([name, count]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{count < most ? number(count) : texts.overview.atLeast(most)}</dd>
      </div>
    ))}
  </dl>
)

/** Nothing is left to do. */
export const Calm = ({ children }: { children: string }) => (
  <p className={classes.calm}>
    <IconCircleCheck size={20} aria-hidden />
    {children}
  </p>
)

export const Hint = ({ children }: { children: string }) => <p className={classes.hint}>{children}</p>
