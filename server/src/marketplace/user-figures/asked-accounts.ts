import { type Static, Type } from 'typebox'
import { CalendarDate, OneOf, Text } from '../../platform/operation/schema.ts'
import { dayIn } from './period.ts'
import type { Sought } from './user-queries.ts'
import { userRoles, userStatuses } from './words.ts'

/** Which accounts are asked for, and in which order. */
export const AccountsAsked = {
  search: Type.Optional(
    Text(1, 100, { description: 'how a name or an address begins, or an id', example: 'ada' }),
  ),
  status: Type.Optional(OneOf(userStatuses)),
  role: Type.Optional(OneOf(userRoles)),
  from: Type.Optional({ ...CalendarDate, description: 'opened on that day of UTC or later' }),
  to: Type.Optional({ ...CalendarDate, description: 'opened on that day of UTC or before' }),
  sort: Type.Optional(OneOf(['newest', 'oldest'])),
}
const asObject = Type.Object(AccountsAsked)

/** @param place where it stands in the request, for what is refused */
export const soughtOf = (asked: Static<typeof asObject>, place: 'query' | 'body'): Sought => ({
  search: asked.search ?? null,
  status: asked.status ?? null,
  role: asked.role ?? null,
  since: asked.from === undefined ? null : dayIn(asked.from, `${place}.from`, 0),
  until: asked.to === undefined ? null : dayIn(asked.to, `${place}.to`, 1),
})
