import { exponentOf, majorOf } from '../../platform/money.ts'
import type { Work } from '../../platform/operation/work.ts'
import type { OfferSide } from '../chat/public.ts'
import { type Notice, notify, retractNotificationsAbout, tellChanged } from '../notifications/public.ts'
import { aboutPost } from '../posts/public.ts'
import type { Texts } from '../texts.en.ts'
import { inEachLanguage } from '../texts.ts'
import { offerUpdated } from './events.ts'
import { type OfferRow, type Subject, selectSubject } from './queries.ts'

type What = keyof Texts['offers']['told']

/** What is told of an offer, to whom, and who did it; null: its time had come, or its listing. */
export interface Told {
  to: Partial<Record<OfferSide, What>>
  actor: OfferSide | null
}

const idOf = ({ buyer_id, seller_id }: OfferRow, side: OfferSide) => (side === 'buyer' ? buyer_id : seller_id)

const amountOf = ({ price_minor, currency, quantity }: OfferRow) => {
  const price = `${majorOf(price_minor, currency).toFixed(exponentOf(currency))} ${currency}`
  return quantity === 1 ? price : `${quantity} × ${price}`
}

function noticeOf(work: Work, offer: OfferRow, subject: Subject, side: OfferSide, what: What): Notice {
  return {
    ...aboutPost({ id: offer.post_id, photo_ids: subject.photo_ids }, work),
    recipientId: idOf(offer, side),
    actorId: null,
    category: 'offer',
    title: inEachLanguage(({ offers }) => offers.told[what]),
    message: `${subject.title}: ${amountOf(offer)}`,
    reference: { model: 'offer', id: offer.id },
    sourceEvent: `offer:${offer.id}:${what}:${side}`,
    action: {
      label: inEachLanguage(({ offers }) => offers.view),
      actionType: 'navigate',
      payload: { screen: 'ChatRoom', id: offer.room_id },
    },
  }
}

/**
 * Tells the open apps of both that an offer is not what it was, and whom it concerns by a notice, in the place of what
 * was told of it, or of the one that it answers, before.
 */
export async function tell(work: Work, offer: OfferRow, { to, actor }: Told): Promise<void> {
  const { db, clock } = work
  const subject = await selectSubject(db, offer)
  const sides = (['buyer', 'seller'] as const).filter((side) => side === 'buyer' || !subject.isKeptFromSeller)
  const gone: string[] = []
  for (const id of [offer.id, ...(offer.answers === null ? [] : [offer.answers])])
    gone.push(...(await retractNotificationsAbout(db, id, clock.now(), 'offer')))
  const notices = sides.flatMap((side) => {
    const what = to[side]
    return what === undefined ? [] : [noticeOf(work, offer, subject, side, what)]
  })
  const actorId = actor && idOf(offer, actor)
  const told = await notify(
    work,
    notices.map((notice) => ({ ...notice, actorId })),
  )
  tellChanged(
    work,
    gone.filter((id) => !told.has(id)),
  )
  const data = { offer_id: offer.id, chatroom_id: offer.room_id }
  for (const side of sides) work.publish(offerUpdated, { recipientId: idOf(offer, side), data })
}
