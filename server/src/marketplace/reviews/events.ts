import { Type } from 'typebox'
import { liveEvent } from '../../platform/events/live-event.ts'
import { Id } from '../../platform/operation/schema.ts'

/** What can be read, or is to be written, of a deal of yours is not what it was: load it anew. */
export const reviewUpdated = liveEvent('review.updated', Type.Object({ deal_id: Id }))
