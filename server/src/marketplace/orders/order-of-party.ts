import type { Static } from 'typebox'
import { signedPictures } from '../../platform/media/uploads.ts'
import type { Reading, Work } from '../../platform/operation/work.ts'
import type { Caller } from '../access.ts'
import { type OrderDetail, presentDetail } from './detail-shapes.ts'
import { findDispute } from './dispute-queries.ts'
import { noSuchOrder } from './problems.ts'
import { type Asker, findOrder, lockOrder, type OrderRow, selectEvents } from './queries.ts'

const askerOf = ({ id, kind }: Caller): Asker => ({ id, isStaff: kind === 'administrator' })

/** Locks an order that somebody is part of, or any for administrators. @throws NO_SUCH_ORDER */
export async function lockFor({ db }: Work, id: string, caller: Caller): Promise<OrderRow> {
  const order = await lockOrder(db, id, askerOf(caller))
  if (!order) throw noSuchOrder()
  return order
}

/** Locks an order that somebody is part of, and says which. @throws NO_SUCH_ORDER, to staff as well */
export async function lockParty(
  work: Work,
  id: string,
  { id: callerId }: Caller,
): Promise<{ order: OrderRow; role: 'buyer' | 'seller' }> {
  const order = await lockOrder(work.db, id, { id: callerId, isStaff: false })
  if (!order) throw noSuchOrder()
  return { order, role: order.buyer_id === callerId ? 'buyer' : 'seller' }
}

/** Locks what somebody bought. @throws NO_SUCH_ORDER, to its seller as well */
export async function lockBought(work: Work, id: string, caller: Caller): Promise<OrderRow> {
  const { order, role } = await lockParty(work, id, caller)
  if (role !== 'buyer') throw noSuchOrder()
  return order
}

/** Locks what somebody sold, or any order for administrators. @throws NO_SUCH_ORDER, to its buyer as well */
export async function lockSold(work: Work, id: string, caller: Caller): Promise<OrderRow> {
  const order = await lockFor(work, id, caller)
  if (order.buyer_id === caller.id) throw noSuchOrder()
  return order
}

/** An order with all that happened to it, as one of its people or staff sees it. @throws NO_SUCH_ORDER */
export async function readOrder(
  reading: Reading,
  id: string,
  caller: Caller,
): Promise<Static<typeof OrderDetail>> {
  const { db } = reading
  const [row, events, disputed] = await Promise.all([
    findOrder(db, id, askerOf(caller)),
    selectEvents(db, id),
    findDispute(db, id),
  ])
  if (!row) throw noSuchOrder()
  const ids = (disputed?.statements ?? []).flatMap(({ upload_ids }) => upload_ids)
  const urls = ids.length === 0 ? new Map<string, string>() : await signedPictures(reading, ids)
  return presentDetail({ row, events, disputed, urls }, caller.id, reading)
}
