import { problem } from '../../platform/operation/problem.ts'

export const buyerNotEligible = problem(
  400,
  'BUYER_NOT_ELIGIBLE',
  'The buyer must be somebody you chatted with about this listing.',
)
