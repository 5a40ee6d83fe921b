import type { Words } from '../../platform/language.ts'
import type { Work } from '../../platform/operation/work.ts'
import { notify } from '../notifications/public.ts'
import type { Texts } from '../texts.en.ts'
import { inEachLanguage } from '../texts.ts'
import { selectPresentOwners } from '../users/public.ts'
import type { OrderRow } from './queries.ts'
import type { Actor } from './transition.ts'

type Side = 'buyer' | 'seller'
type What = keyof Texts['orders']['told']

/** What somebody is told of an order; who did it hears nothing. */
export interface Told {
  /** Tells this news from others of the same order. */
  cause: string
  what: What
  to: readonly Side[]
  actor: Actor
}

/** Tells one or both people of an order what became of it. */
export async function tell(work: Work, order: OrderRow, { cause, what, to, actor }: Told): Promise<void> {
  const idOf: Readonly<Record<Side, string>> = { buyer: order.buyer_id, seller: order.seller_id }
  const actorId = actor === 'buyer' || actor === 'seller' ? idOf[actor] : null
  const title: Words = inEachLanguage(({ orders }) => orders.told[what])
  // Whoever took the account over since has no part in it.
  const ids = await selectPresentOwners(
    work.db,
    to.map((side) => idOf[side]),
    order.created_at,
  )
  const told = to.filter((side) => ids.has(idOf[side]))
  await notify(
    work,
    told.map((side) => ({
      recipientId: idOf[side],
      actorId,
      category: 'order' as const,
      title,
      message: order.title,
      reference: { model: 'order', id: order.id },
      sourceEvent: `order:${order.id}:${cause}:${side}`,
      action: {
        label: inEachLanguage(({ orders }) => orders.view),
        actionType: 'navigate',
        payload: { screen: 'Order', id: order.id },
      },
    })),
  )
}
