import { Type } from 'typebox'
import { invalidField } from '../../platform/operation/problem.ts'
import { CalendarDate } from '../../platform/operation/schema.ts'
import { addDays, daysBetween } from '../days/public.ts'
import { firstDate, lastDate } from './daily-id.ts'

const usualDays = 30
const mostDays = 366

/** A day that a goal can have. */
export const DayAsked = { ...CalendarDate, description: `from ${firstDate} to ${lastDate}` }

/** From when to when somebody looks at days. */
export const spanAsked = ({ usual = usualDays, most = mostDays } = {}) => ({
  from: Type.Optional({
    ...DayAsked,
    description: `${usual} days to \`to\` unless said, and ${most} at most; from ${firstDate}`,
  }),
  to: Type.Optional({ ...DayAsked, description: `today unless said; to ${lastDate}` }),
})

/** The dates that are asked for, or the one; the last thirty unless said. @throws VALIDATION_FAILED naming the field */
export function spanOf(
  said: { from?: string; to?: string; date?: string },
  today: string,
  { usual = usualDays, most = mostDays }: { usual?: number; most?: number } = {},
): { from: string; to: string } {
  const to = said.date ?? said.to ?? today
  const from = said.date ?? said.from ?? addDays(to, 1 - usual)
  if (from < firstDate || to > lastDate) {
    const field = said.date ? 'date' : to > lastDate || !said.from ? 'to' : 'from'
    throw invalidField(`query.${field}`, 'range', `must lie from ${firstDate} to ${lastDate}`)
  }
  if (from > to) throw invalidField('query.to', 'range', 'must not lie before from')
  if (daysBetween(from, to) >= most)
    throw invalidField('query.from', 'range', `must lie within ${most} days of to`)
  return { from, to }
}
