import { Type } from 'typebox'
import { announcement } from '../../platform/operation/announcement.ts'
import { Id } from '../../platform/operation/schema.ts'

/**
 * The owner of an address took over the account that somebody else had opened for it: what that one put into it is
 * nobody's to read.
 */
export const accountReclaimed = announcement('account reclaimed', Type.Object({ userId: Id }))

/** Nobody was a guest for so long that they go now; what counts them elsewhere is let go before. */
export const guestLeft = announcement('guest left', Type.Object({ userId: Id }))
