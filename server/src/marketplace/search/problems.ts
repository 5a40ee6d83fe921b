import { problem } from '../../platform/operation/problem.ts'

export const geoInvalid = problem(400, 'GEO_INVALID', 'The area is not complete or not on Earth.')
export const priceRangeInvalid = problem(
  400,
  'PRICE_RANGE_INVALID',
  'The lowest price is above the highest one.',
)
export const currencyRequired = problem(
  400,
  'CURRENCY_REQUIRED',
  'Prices compare only within one currency. Name it.',
)
