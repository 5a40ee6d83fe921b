import { Type } from 'typebox'
import { liveEvent } from '../../platform/events/live-event.ts'
import { Id } from '../../platform/operation/schema.ts'

/** A payout of yours has come further: load it anew, and what is in the wallet. */
export const payoutUpdated = liveEvent('payout.updated', Type.Object({ payout_id: Id }))
