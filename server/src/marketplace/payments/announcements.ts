import { Type } from 'typebox'
import { announcement } from '../../platform/operation/announcement.ts'
import { Id, Nullable, OneOf } from '../../platform/operation/schema.ts'
import { disputePhases, purposeKinds, refundStatuses, statuses } from './states.ts'

const Purpose = Type.Object({ kind: OneOf(purposeKinds), id: Id })

/** A payment came to another state. Once it has succeeded, it stays so; and what had failed may succeed all the same. */
export const paymentMoved = announcement(
  'payment moved',
  Type.Object({
    paymentId: Id,
    personId: Id,
    purpose: Purpose,
    status: OneOf(statuses),
    amountMinor: Type.Integer(),
    currency: Type.String(),
    mode: OneOf(['test', 'live']),
    /** Who pays was not waiting for the answer any more. */
    isLate: Type.Boolean(),
  }),
)

/** Money was given back, or could not be: then it is in the wallet of who had paid it. */
export const refundMoved = announcement(
  'refund moved',
  Type.Object({
    refundId: Id,
    key: Type.String(),
    paymentId: Id,
    personId: Id,
    purpose: Purpose,
    status: OneOf(refundStatuses),
    amountMinor: Type.Integer(),
    currency: Type.String(),
    mode: OneOf(['test', 'live']),
  }),
)

/** A bank disputes a payment, and has come further with it than `before`; it never goes back. */
export const disputeMoved = announcement(
  'dispute moved',
  Type.Object({
    disputeId: Id,
    paymentId: Id,
    personId: Id,
    purpose: Purpose,
    phase: OneOf(disputePhases),
    before: Nullable(OneOf(disputePhases), 'null: nothing was known of it'),
    amountMinor: Type.Integer(),
    /** What of a lost one no refund under way brings. */
    toBringMinor: Type.Integer(),
    currency: Type.String(),
    mode: OneOf(['test', 'live']),
    /** No bank has still to decide about this payment. */
    isOver: Type.Boolean(),
  }),
)

/** A card is about to be removed; who cannot do without it refuses with `cardInUse`. */
export const cardRemoved = announcement(
  'card removed',
  Type.Object({ personId: Id, paymentMethodId: Id, hasAnother: Type.Boolean() }),
)

/** The provider has news of somebody whom it pays, or of what it pays them; `id` is its name for that. */
export const payeeNews = announcement(
  'payee news',
  Type.Object({ kind: OneOf(['account', 'payout']), id: Type.String() }),
)
