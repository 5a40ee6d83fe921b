import { Type } from 'typebox'
import { liveEvent } from '../../platform/events/live-event.ts'
import { Id } from '../../platform/operation/schema.ts'

/** There is a new notice. */
export const notificationCreated = liveEvent('notification.created', Type.Object({ _id: Id }))
/** Notices went or changed: load the inbox anew. */
export const notificationChanged = liveEvent('notification.changed', Type.Object({}))
