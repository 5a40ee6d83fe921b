import { Type } from 'typebox'
import { announcement } from '../../platform/operation/announcement.ts'
import { Id, Nullable } from '../../platform/operation/schema.ts'

/** Somebody asked for an account; null where they named nobody who invited them. */
export const signedUp = announcement('signed up', Type.Object({ userId: Id, referrerId: Nullable(Id) }))

/** A proved address has an account now, as one of its sign-ups asked for it. */
export const accountOpened = announcement(
  'account opened',
  Type.Object({ userId: Id, referrerId: Nullable(Id), deviceId: Nullable(Type.String()) }),
)

/** Somebody lives by another clock: in another zone, or with another start of the day. */
export const clockMoved = announcement('clockMoved', Type.Object({ userId: Id }))
