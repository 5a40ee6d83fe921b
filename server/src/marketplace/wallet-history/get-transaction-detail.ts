import { Type } from 'typebox'
import { openId } from '../../platform/operation/open-id.ts'
import { operation } from '../../platform/operation/operation.ts'
import { administrator, member } from '../access.ts'
import {
  noSuchTransaction,
  selectEvents,
  selectOwnLines,
  selectRelated,
  selectTransaction,
} from '../wallet/public.ts'
import { ratingsIn } from './counterparts.ts'
import { presentDetail, WalletTransactionDetail } from './shapes.ts'

export const getTransactionDetail = operation({
  key: 'M100',
  tag: 'wallet',
  source: 'named in the specification with its id; method, path and shape chosen here',
  method: 'GET',
  path: '/payment-mgt/transaction/{id}',
  summary: 'Read one of your transactions: its states, what was booked, its fee, refunds and receipt',
  access: member,
  params: Type.Object({
    id: openId({ to: administrator.admits, because: 'administrators answer for everybody’s money' }),
  }),
  replies: { 200: { message: 'Transaction fetched successfully', data: WalletTransactionDetail } },
  problems: [noSuchTransaction],

  async handle({ params: { id }, caller, db, clock }) {
    const userId = caller.kind === 'administrator' ? null : caller.id
    const [row, events, lines, related] = await Promise.all([
      selectTransaction(db, { id, userId }),
      selectEvents(db, id),
      selectOwnLines(db, id),
      selectRelated(db, id),
    ])
    if (!row) throw noSuchTransaction()
    const ratings = await ratingsIn(db, [row], clock.now())
    return presentDetail({ row, events, lines, related, ratings })
  },
})
