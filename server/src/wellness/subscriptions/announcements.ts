import { Type } from 'typebox'
import { announcement } from '../../platform/operation/announcement.ts'
import { Id } from '../../platform/operation/schema.ts'

/** The whole price of a subscription was given back to somebody. */
export const subscriptionRefunded = announcement('subscription refunded', Type.Object({ userId: Id }))
