import { invalidField } from '../../platform/operation/problem.ts'
import { daysBetween, isDate } from '../days/public.ts'

export const longestSpan = 366

/** Refuses days that the calendar does not have, and a range that runs backwards. */
export function checkDates({ from, to }: { from?: string | undefined; to?: string | undefined }): void {
  for (const [path, date] of [
    ['query.from', from],
    ['query.to', to],
  ] as const)
    if (date !== undefined && !isDate(date)) throw invalidField(path, 'date', 'is not a day that exists')
  if (from !== undefined && to !== undefined && from > to)
    throw invalidField('query.to', 'range', 'must not lie before from')
}

/** A range short enough to fill day by day. */
export function checkSpan(from: string, to: string): void {
  checkDates({ from, to })
  if (daysBetween(from, to) >= longestSpan)
    throw invalidField('query.from', 'range', `must lie within ${longestSpan} days of to`)
}
