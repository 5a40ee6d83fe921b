import { tooManyAttempts } from '../../platform/identity/problems.ts'
import { sessionRevoked } from '../../platform/operation/problem.ts'
import { member } from '../access.ts'
import { reauthRequired } from '../accounts/public.ts'
import { openOrders } from '../orders/public.ts'
import { accountHasBalance } from '../wallet/public.ts'
import { Departure, LeavingWish } from './shapes.ts'

/** What the operations share by which somebody leaves; `depart` handles them. */
export const leaving = {
  tag: 'users',
  access: member,
  body: LeavingWish,
  replies: { 200: { message: 'Account deletion described or begun', data: Departure } },
  problems: [reauthRequired, tooManyAttempts, sessionRevoked, openOrders, accountHasBalance],
  credentials: {
    realm: 'marketplace',
    hashesPassword: true,
    refreshCookie: true,
    acceptsEndedSession: true,
  },
} as const
