import { Type } from 'typebox'
import { liveEvent } from '../../platform/events/live-event.ts'
import { Id } from '../../platform/operation/schema.ts'

/** Something is on the purchase list. */
export const inventoryCreated = liveEvent('inventory.created', Type.Object({ _id: Id }))
/** A sale was written down or changed. */
export const saleRecorded = liveEvent('sale.recorded', Type.Object({ _id: Id }))
