import { problem } from '../../platform/operation/problem.ts'

export { pricePrecision } from '../../platform/money.ts'
export { refundTooLarge } from '../payments/public.ts'
export { invalidTransition } from '../posts/public.ts'

export const noSuchOrder = problem(404, 'NO_SUCH_ORDER', 'You have no such order.')
export const cannotBuyOwn = problem(400, 'CANNOT_BUY_OWN', 'This listing is your own.')
export const notAvailable = problem(
  409,
  'NOT_AVAILABLE',
  'This is not to be had any more, or not as many of it.',
)
export const priceChanged = problem(
  409,
  'PRICE_CHANGED',
  'The price is another one now. Look at the listing again before you pay.',
)
export const alreadyOrdered = problem(
  409,
  'ALREADY_ORDERED',
  'You are buying this already. Pay that order, or cancel it.',
)
export const wrongPickupCode = problem(
  400,
  'WRONG_PICKUP_CODE',
  'This is not the code of this order. The buyer finds it with the order.',
)
export const orderFrozen = problem(
  409,
  'ORDER_FROZEN',
  'The bank of the buyer disputes the payment of this order. Nothing moves until the bank has decided.',
)
/** Of somebody who wants to leave. */
export const openOrders = problem(
  409,
  'OPEN_ORDERS',
  'You still buy or sell something. Bring these orders to an end first.',
)
export const tooManyStatements = problem(
  409,
  'TOO_MANY_STATEMENTS',
  'You have said as much about this as anybody reads. It waits for a decision now.',
)
export const pickupCodeLocked = problem(
  409,
  'PICKUP_CODE_LOCKED',
  'Too many wrong codes were entered. Ask the buyer to say in their app that they have it.',
)
