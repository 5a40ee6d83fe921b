import { invalidField } from '../../platform/operation/problem.ts'
import { daysBetween } from '../days/public.ts'

export const longestSpan = 366

/** Refuses a range that runs backwards. */
export function checkDates({ from, to }: { from?: string | undefined; to?: string | undefined }): void {
  if (from !== undefined && to !== undefined && from > to)
    throw invalidField('query.to', 'range', 'must not lie before from')
}

/** A range short enough to fill day by day. */
export function checkSpan(from: string, to: string): void {
  checkDates({ from, to })
  if (daysBetween(from, to) >= longestSpan)
    throw invalidField('query.from', 'range', `must lie within ${longestSpan} days of to`)
}
