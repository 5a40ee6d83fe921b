import { Type } from 'typebox'
import { announcement } from '../../platform/operation/announcement.ts'
import { Id } from '../../platform/operation/schema.ts'

/** The whole ledger was proved, whatever was found: what providers say of it can be looked at beside it. */
export const wholeLedgerProved = announcement('whole ledger proved', Type.Object({ proofId: Id }))
