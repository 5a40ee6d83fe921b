import { newId } from '../../platform/ids.ts'
import type { Work } from '../../platform/operation/work.ts'
import { takePrivateUploads } from '../files/public.ts'
import { settle } from './conclusion.ts'
import {
  countStatements,
  type DisputeReason,
  decideDispute,
  insertDispute,
  insertStatement,
} from './dispute-queries.ts'
import { keptOf, takeBackToEscrow } from './money.ts'
import { tell } from './notice.ts'
import { invalidTransition, refundTooLarge, tooManyStatements } from './problems.ts'
import type { OrderRow } from './queries.ts'
import { giveBack } from './refund.ts'
import { type Actor, move, publishChange } from './transition.ts'

export interface Saying {
  text: string
  uploadIds: readonly string[]
}

/** More than anybody reads in one dispute. */
const mostStatements = 20

/** Writes down what one of the two says, with their pictures. */
async function say(
  work: Work,
  order: OrderRow,
  authorId: string,
  { text, uploadIds }: Saying,
): Promise<string> {
  const id = newId()
  const statement = { id, author_id: authorId, text, upload_ids: [...uploadIds] }
  await insertStatement(work.db, order.id, statement, work.clock.now())
  await takePrivateUploads(work, uploadIds, { ownerId: authorId, purpose: 'evidence', path: 'body.evidence' })
  return id
}

/**
 * Opens the dispute of a locked order: its money is held for both again until it is decided.
 * @throws INVALID_TRANSITION also where nothing was paid that could go back
 */
export async function open(
  work: Work,
  order: OrderRow,
  { reason, wantedMinor, saying }: { reason: DisputeReason; wantedMinor: number; saying: Saying },
): Promise<OrderRow> {
  const disputed = await move(work, order, 'disputed', { actor: 'buyer' })
  if (keptOf(order) === 0) throw invalidTransition()
  if (wantedMinor > keptOf(order)) throw refundTooLarge()
  if (order.status === 'received') await takeBackToEscrow(work, order)
  await insertDispute(work.db, { order_id: order.id, reason, wanted_minor: wantedMinor }, work.clock.now())
  await say(work, order, order.buyer_id, saying)
  await tell(work, disputed, { cause: 'disputed', what: 'disputed', to: ['seller'], actor: 'buyer' })
  return disputed
}

/** Adds a statement of one of the two to the dispute of a locked order. @throws INVALID_TRANSITION where none is open */
export async function addStatement(
  work: Work,
  order: OrderRow,
  { by, saying }: { by: 'buyer' | 'seller'; saying: Saying },
): Promise<void> {
  if (order.status !== 'disputed') throw invalidTransition()
  const authorId = by === 'buyer' ? order.buyer_id : order.seller_id
  if ((await countStatements(work.db, order.id, authorId)) >= mostStatements) throw tooManyStatements()
  const id = await say(work, order, authorId, saying)
  const other = by === 'buyer' ? 'seller' : 'buyer'
  await tell(work, order, { cause: `said:${id}`, what: 'stated', to: [other], actor: by })
  publishChange(work, order)
}

interface Decision {
  refundMinor: number
  /** Null: nobody decided in time. */
  by: string | null
  message: string
}

/** Decides the dispute of a locked order: so much goes back to the buyer, and the rest to the seller. */
export async function decide(
  work: Work,
  order: OrderRow,
  { refundMinor, by, message }: Decision,
): Promise<OrderRow> {
  if (order.status !== 'disputed') throw invalidTransition()
  const actor: Actor = by === null ? null : 'staff'
  const isWhole = refundMinor === keptOf(order)
  const given = await giveBack(work, order, { amountMinor: refundMinor, actor })
  await decideDispute(work.db, order.id, { by, refundedMinor: refundMinor, message }, work.clock.now())
  const ended = isWhole
    ? await move(work, given, 'refunded', { actor })
    : await settle(work, given, { to: 'released', actor })
  const what = isWhole ? 'decidedForBuyer' : refundMinor > 0 ? 'decidedForBoth' : 'decidedForSeller'
  await tell(work, ended, { cause: 'decided', what, to: ['buyer', 'seller'], actor })
  return ended
}
