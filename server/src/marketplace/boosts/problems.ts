import { problem } from '../../platform/operation/problem.ts'

export { pricePrecision } from '../../platform/money.ts'

export const nameTaken = problem(
  409,
  'NAME_TAKEN',
  'There is such a package already, and nothing of it would be another.',
)
export const noSuchPackage = problem(404, 'NO_SUCH_PACKAGE', 'There is no such package to be had.')
export const packageNotEligible = problem(
  409,
  'PACKAGE_NOT_ELIGIBLE',
  'This package is not for listings of this category.',
)
export const packageFull = problem(
  409,
  'PACKAGE_FULL',
  'All places of this package are taken at the moment. Try again later.',
)
export const postNotActive = problem(
  409,
  'POST_NOT_ACTIVE',
  'Only a listing that is for sale at the moment can be boosted.',
)
export const alreadyQueued = problem(
  409,
  'ALREADY_QUEUED',
  'Three boosts of this kind run or wait for this listing already.',
)
