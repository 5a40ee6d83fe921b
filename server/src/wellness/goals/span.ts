import { invalidField } from '../../platform/operation/problem.ts'
import { addDays, daysBetween } from '../days/public.ts'

const usualDays = 30
const mostDays = 366

/** The dates that are asked for, the last thirty unless said. @throws VALIDATION_FAILED naming the field */
export function spanOf(
  said: { from?: string; to?: string },
  today: string,
  { usual = usualDays, most = mostDays }: { usual?: number; most?: number } = {},
): { from: string; to: string } {
  const to = said.to ?? today
  const from = said.from ?? addDays(to, 1 - usual)
  if (from > to) throw invalidField('query.to', 'range', 'must not lie before from')
  if (daysBetween(from, to) >= most)
    throw invalidField('query.from', 'range', `must lie within ${most} days of to`)
  return { from, to }
}
