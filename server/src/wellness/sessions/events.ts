import { Type } from 'typebox'
import { liveEvent } from '../../platform/events/live-event.ts'
import { Id, OneOf } from '../../platform/operation/schema.ts'

/** A session began, ended or was written down. */
export const sessionRecorded = liveEvent(
  'session.recorded',
  Type.Object({ id: Id, type: OneOf(['START', 'COMPLETE', 'ABANDON']) }),
)

/** What was recorded of a session was corrected by its owner. */
export const sessionCorrected = liveEvent('session.corrected', Type.Object({ id: Id }))

/** A session was taken back by its owner. */
export const sessionDeleted = liveEvent('session.deleted', Type.Object({ id: Id }))
