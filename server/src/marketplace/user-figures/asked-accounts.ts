import { type Static, Type } from 'typebox'
import { days } from '../../platform/clock.ts'
import { CalendarDate, OneOf, Text } from '../../platform/operation/schema.ts'
import type { Sought } from './user-queries.ts'
import { accountSorts, userRoles, userStatuses } from './words.ts'

/** Which accounts are asked for, and in which order. */
export const AccountsAsked = {
  search: Type.Optional(
    Text(1, 100, { description: 'how a name or an address begins, or an id', example: 'ada' }),
  ),
  status: Type.Optional(OneOf(userStatuses)),
  role: Type.Optional(OneOf(userRoles)),
  plan: Type.Optional(
    Text(1, 40, {
      description: 'the key of the plan that is open to them now; `free` for none',
      example: 'plus',
    }),
  ),
  from: Type.Optional({ ...CalendarDate, description: 'opened on that day of UTC or later' }),
  to: Type.Optional({ ...CalendarDate, description: 'opened on that day of UTC or before' }),
  sort: Type.Optional(
    OneOf(accountSorts, {
      description:
        '`last_seen` by the day of UTC on which they were here last, the latest first; `risk` the highest first, and nobody of whom nothing is known',
    }),
  ),
}
const asObject = Type.Object(AccountsAsked)

export const soughtOf = (asked: Static<typeof asObject>): Sought => ({
  search: asked.search ?? null,
  status: asked.status ?? null,
  role: asked.role ?? null,
  plan: asked.plan ?? null,
  since: asked.from === undefined ? null : new Date(asked.from),
  until: asked.to === undefined ? null : new Date(Date.parse(asked.to) + days(1)),
})
