import type { Stay } from '../accounts/public.ts'
import { logicalDate } from '../days/public.ts'
import { foldGoal } from './fold.ts'
import type { Folded, GoalLedger, Outcome } from './goal.ts'

/** Rules that a life may be replayed under; what is not said stays as it was. */
export interface Rules {
  timezone?: string | undefined
  dayStartMinutes?: number | undefined
  freezeEnabled?: boolean | undefined
}

/** The zones of a life, as if it had been lived under other rules. */
export function staysUnder(stays: readonly Stay[], { timezone, dayStartMinutes }: Rules): Stay[] {
  const lived = timezone === undefined ? stays : stays.slice(0, 1)
  return lived.map((stay) => ({
    beganAt: stay.beganAt,
    timezone: timezone ?? stay.timezone,
    dayStartMinutes: dayStartMinutes ?? stay.dayStartMinutes,
  }))
}

/** The date that something written for one would have had. */
export function dateUnder(
  written: { at: Date; timezone: string; date: string },
  stays: readonly Stay[],
  { timezone, dayStartMinutes }: Rules,
): string {
  if (timezone === undefined && dayStartMinutes === undefined) return written.date
  const stay = stays.findLast(({ beganAt }) => beganAt <= written.at) ?? stays[0]
  return logicalDate(written.at, timezone ?? written.timezone, dayStartMinutes ?? stay?.dayStartMinutes ?? 0)
}

export type Standing = Pick<Folded, 'current' | 'best' | 'tokens'>

/** What other rules change: the streaks, and each unit that came out differently, by its first date. */
export interface Comparison {
  was: Standing
  would: Standing
  differences: readonly { date: string; was: Outcome | null; would: Outcome | null }[]
}

export function compare(asItWas: GoalLedger, replayed: GoalLedger): Comparison {
  const [was, would] = [foldGoal(asItWas), foldGoal(replayed)]
  const [before, after] = [outcomesOf(was), outcomesOf(would)]
  const dates = [...new Set([...before.keys(), ...after.keys()])].sort()
  const differences = dates
    .map((date) => ({ date, was: before.get(date) ?? null, would: after.get(date) ?? null }))
    .filter((each) => each.was !== each.would)
  return { was: standing(was), would: standing(would), differences }
}

const outcomesOf = ({ units }: Folded) => new Map(units.map(({ from, outcome }) => [from, outcome]))

const standing = ({ current, best, tokens }: Folded): Standing => ({ current, best, tokens })
