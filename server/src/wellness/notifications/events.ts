import { Type } from 'typebox'
import { liveEvent } from '../../platform/events/live-event.ts'
import { Id } from '../../platform/operation/schema.ts'

/** There is a new notice. */
export const notificationCreated = liveEvent('notification.created', Type.Object({ _id: Id }))
