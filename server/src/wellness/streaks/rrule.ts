import { isDay } from '../../platform/operation/instant.ts'
import { dateOf, dayNumber, isoWeekday, monthOf, weekOf } from '../days/public.ts'

/** The part of RFC 5545 that schedules may say: whole days, without zones. */
export interface Rule {
  frequency: 'DAILY' | 'WEEKLY' | 'MONTHLY'
  interval: number
  /** With `nth`, of a month: the second (2) or last (-1) such weekday. */
  weekdays: readonly Weekday[]
  /** 1 to 31, or from the end: -1 is the last. */
  monthDays: readonly number[]
  count: number | null
  /** The last day on which it may fall, since 1970. */
  until: number | null
}

interface Weekday {
  weekday: number
  nth: number | null
}

/** No rule with a COUNT is followed further. */
export const mostTimes = 1000

const weekdayNames = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']

/** @returns the rule, or what is wrong with it, as the rest of a sentence: `must name …`. */
export function parseRule(text: string): Rule | string {
  const parts = new Map<string, string>()
  for (const part of text.toUpperCase().split(';')) {
    const [name = '', value = ''] = part.split('=', 2)
    if (!Object.hasOwn(readers, name))
      return `must not say ${name.slice(0, 20) || 'nothing between semicolons'}`
    if (parts.has(name)) return `must say ${name} once`
    parts.set(name, value)
  }
  const rule: Rule = { ...everyDay }
  for (const [name, value] of parts) {
    const wrong = readers[name]?.(rule, value)
    if (wrong !== undefined) return wrong
  }
  return parts.has('FREQ') ? contradictionOf(rule) : 'must say FREQ'
}

const everyDay: Rule = {
  frequency: 'DAILY',
  interval: 1,
  weekdays: [],
  monthDays: [],
  count: null,
  until: null,
}

type Reader = (rule: Rule, value: string) => string | undefined

const isWithin = (value: string, least: number, most: number) =>
  /^\d{1,4}$/.test(value) && Number(value) >= least && Number(value) <= most

const readers: Readonly<Record<string, Reader>> = {
  FREQ(rule, value) {
    if (value !== 'DAILY' && value !== 'WEEKLY' && value !== 'MONTHLY')
      return 'must have FREQ=DAILY, WEEKLY or MONTHLY'
    rule.frequency = value
    return undefined
  },
  INTERVAL(rule, value) {
    if (!isWithin(value, 1, 365)) return 'must have an INTERVAL of 1 to 365'
    rule.interval = Number(value)
    return undefined
  },
  COUNT(rule, value) {
    if (!isWithin(value, 1, mostTimes)) return `must have a COUNT of 1 to ${mostTimes}`
    rule.count = Number(value)
    return undefined
  },
  UNTIL(rule, value) {
    const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})(?:T\d{6}Z?)?$/.exec(value) ?? []
    const date = `${year}-${month}-${day}`
    if (year === undefined || !isDay(date)) return 'must have an UNTIL like 20261231'
    rule.until = dayNumber(date)
    return undefined
  },
  BYDAY(rule, value) {
    const days = value.split(',').map((text) => /^([+-]?[1-5])?(MO|TU|WE|TH|FR|SA|SU)$/.exec(text))
    if (days.length > 50 || !days.every((day) => day !== null)) return 'must have a BYDAY like MO,WE or 2TU'
    rule.weekdays = days.map(([, nth, name = '']) => ({
      weekday: weekdayNames.indexOf(name) + 1,
      nth: nth === undefined ? null : Number(nth),
    }))
    return undefined
  },
  BYMONTHDAY(rule, value) {
    const days = value.split(',').map((text) => (/^[+-]?\d{1,2}$/.test(text) ? Number(text) : 0))
    if (days.length > 62 || !days.every((day) => day !== 0 && Math.abs(day) <= 31))
      return 'must have a BYMONTHDAY of 1 to 31, or -1 to -31 from the end'
    rule.monthDays = days
    return undefined
  },
}

function contradictionOf(rule: Rule): Rule | string {
  if (rule.count !== null && rule.until !== null) return 'must not say both COUNT and UNTIL'
  if (rule.frequency !== 'MONTHLY' && rule.weekdays.some(({ nth }) => nth !== null))
    return 'must not number the weekdays but with FREQ=MONTHLY'
  if (rule.frequency === 'WEEKLY' && rule.monthDays.length > 0)
    return 'must not say BYMONTHDAY with FREQ=WEEKLY'
  return rule
}

/** The days of a rule that begins on `start`, from `from` to `to`, ascending. */
export function ruleDays(rule: Rule, start: number, from: number, to: number): number[] {
  const last = Math.min(to, rule.until ?? to)
  const days: number[] = []
  let times = 0
  // What is counted is counted from the start; else a rule is begun anywhere.
  for (let index = rule.count === null ? Math.max(0, periodsBefore(rule, start, from)) : 0; ; index += 1) {
    const period = periodOf(rule, start, index)
    if (period > last) return days
    for (const day of daysOf(rule, start, period)) {
      if (day < start) continue
      times += 1
      if (day > last || (rule.count !== null && times > rule.count)) return days
      if (day >= from) days.push(day)
    }
  }
}

/** The first day of a day, week or month of the rule. */
function periodOf({ frequency, interval }: Rule, start: number, index: number): number {
  if (frequency === 'DAILY') return start + index * interval
  if (frequency === 'WEEKLY') return weekOf(start, 'MON') + 7 * index * interval
  return monthOf(start, index * interval)
}

/** How many of its periods surely end before a day. */
function periodsBefore({ frequency, interval }: Rule, start: number, day: number): number {
  const longest = { DAILY: 1, WEEKLY: 7, MONTHLY: 31 }[frequency]
  return Math.floor((day - start) / (longest * interval)) - 1
}

/** The days of one period, ascending. */
function daysOf(rule: Rule, start: number, period: number): number[] {
  if (rule.frequency === 'DAILY') return fits(rule, period) ? [period] : []
  if (rule.frequency === 'WEEKLY') {
    const weekdays = rule.weekdays.length > 0 ? rule.weekdays.map((day) => day.weekday) : [isoWeekday(start)]
    return range(period, period + 6).filter((day) => weekdays.includes(isoWeekday(day)))
  }
  const month = range(period, monthOf(period, 1) - 1)
  if (rule.weekdays.length > 0 || rule.monthDays.length > 0) return month.filter((day) => fits(rule, day))
  return month.filter((day) => dayOfMonth(day) === dayOfMonth(start))
}

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)

const dayOfMonth = (day: number) => Number(dateOf(day).slice(8))

function fits({ weekdays, monthDays }: Rule, day: number): boolean {
  if (weekdays.length > 0 && !weekdays.some((each) => isThat(each, day))) return false
  if (monthDays.length === 0) return true
  const fromStart = dayOfMonth(day)
  const fromEnd = day - monthOf(day, 1)
  return monthDays.includes(fromStart) || monthDays.includes(fromEnd)
}

function isThat({ weekday, nth }: Weekday, day: number): boolean {
  if (isoWeekday(day) !== weekday) return false
  if (nth === null) return true
  const place = nth > 0 ? Math.ceil(dayOfMonth(day) / 7) : -Math.ceil((monthOf(day, 1) - day) / 7)
  return place === nth
}
