import { Type } from 'typebox'
import { announcement } from '../../platform/operation/announcement.ts'
import { Id, OneOf } from '../../platform/operation/schema.ts'
import { paymentModes } from '../../platform/payments/port.ts'

/** Somebody is about to be paid out; who hears of it may refuse. */
export const payoutAsked = announcement(
  'payout asked',
  Type.Object({
    personId: Id,
    amountMinor: Type.Integer(),
    currency: Type.String(),
    mode: OneOf(paymentModes),
  }),
)
