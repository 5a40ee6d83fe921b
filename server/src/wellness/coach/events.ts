import { Type } from 'typebox'
import { liveEvent } from '../../platform/events/live-event.ts'
import { Id } from '../../platform/operation/schema.ts'

/** A conversation with the coach went on, on whatever device. */
export const conversationChanged = liveEvent('conversation.changed', Type.Object({ conversationId: Id }))
/** Conversations, or one of them, are gone. */
export const conversationsErased = liveEvent('conversations.erased', Type.Object({}))
