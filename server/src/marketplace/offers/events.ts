import { Type } from 'typebox'
import { liveEvent } from '../../platform/events/live-event.ts'
import { Id } from '../../platform/operation/schema.ts'

/** An offer of yours, or to you, is there or is not what it was: load it and its chat anew. */
export const offerUpdated = liveEvent('offer.updated', Type.Object({ offer_id: Id, chatroom_id: Id }))
