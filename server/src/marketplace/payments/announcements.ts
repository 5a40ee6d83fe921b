import { Type } from 'typebox'
import { announcement } from '../../platform/operation/announcement.ts'
import { Id, OneOf } from '../../platform/operation/schema.ts'
import { purposeKinds, refundStatuses, statuses } from './states.ts'

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
