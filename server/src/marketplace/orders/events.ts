import { Type } from 'typebox'
import { liveEvent } from '../../platform/events/live-event.ts'
import { Id } from '../../platform/operation/schema.ts'

/** An order of yours is not what it was: load it anew. */
export const orderUpdated = liveEvent('order.updated', Type.Object({ order_id: Id }))
