import { Type } from 'typebox'
import { announcement } from '../../platform/operation/announcement.ts'
import { Id } from '../../platform/operation/schema.ts'

/** An order came to its end after its goods were under way, whoever has the money now. */
export const orderEnded = announcement('order ended', Type.Object({ orderId: Id }))
