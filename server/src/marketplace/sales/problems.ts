import { problem } from '../../platform/operation/problem.ts'

export const buyerNotEligible = problem(
  400,
  'BUYER_NOT_ELIGIBLE',
  'The buyer must be somebody you chatted with about this listing.',
)

export const paymentLocked = problem(
  409,
  'PAYMENT_LOCKED',
  'This was paid for here, or is being paid for. Its orders decide about it.',
)
