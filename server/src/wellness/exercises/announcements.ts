import { Type } from 'typebox'
import { announcement } from '../../platform/operation/announcement.ts'
import { Id } from '../../platform/operation/schema.ts'

/** Exercises were hidden or deleted: nobody can begin them any more. */
export const exercisesRetired = announcement(
  'exercises retired',
  Type.Object({ exerciseIds: Type.Array(Id, { minItems: 1 }) }),
)
