import { Type } from 'typebox'
import { liveEvent } from '../../platform/events/live-event.ts'
import { Id, Nullable } from '../../platform/operation/schema.ts'

/** A goal, or a day of it, is another; without an id, several are. */
export const goalChanged = liveEvent('goal.changed', Type.Object({ goalId: Nullable(Id) }))
