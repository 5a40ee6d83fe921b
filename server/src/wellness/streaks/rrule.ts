/** The part of RFC 5545 that schedules may say: whole days, without zones. */
export interface Rule {
  frequency: 'DAILY' | 'WEEKLY' | 'MONTHLY'
  interval: number
  /** With `nth`, of a month: the second (2) or last (-1) such weekday. */
  weekdays: readonly { weekday: number; nth: number | null }[]
  /** 1 to 31, or from the end: -1 is the last. */
  monthDays: readonly number[]
  count: number | null
  /** The last day on which it may fall, since 1970. */
  until: number | null
}

/** No rule is followed further than this many times. */
export const mostTimes = 1000

/** @returns the rule, or what is wrong with it, as the rest of a sentence: `must name …`. */
export function parseRule(_text: string): Rule | string {
  throw new Error('follows')
}

/** The days of a rule that begins on `start`, from `from` to `to`. */
export function ruleDays(_rule: Rule, _start: number, _from: number, _to: number): number[] {
  throw new Error('follows')
}
