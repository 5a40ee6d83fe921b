import { Type } from 'typebox'
import { announcement } from '../../platform/operation/announcement.ts'
import { Id } from '../../platform/operation/schema.ts'

/** Goals whose list of coming dates comes to its end: their reminders ring on once `followGoal` gave more. */
export const reminderDatesEnd = announcement(
  'reminderDatesEnd',
  Type.Object({ goalIds: Type.Array(Id, { minItems: 1 }) }),
)
