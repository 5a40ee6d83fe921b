import { Type } from 'typebox'
import { liveEvent } from '../../platform/events/live-event.ts'
import { Id, OneOf } from '../../platform/operation/schema.ts'

/** A session began, ended or was written down. */
export const sessionRecorded = liveEvent(
  'session.recorded',
  Type.Object({ id: Id, type: OneOf(['START', 'COMPLETE', 'ABANDON']) }),
)
