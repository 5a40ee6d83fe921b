import type { Work } from '../../platform/operation/work.ts'
import { openPayment, type PaymentRow } from '../payments/public.ts'
import { book, type Line, moveTransaction, ofHouse, ofPerson, openTransaction } from '../wallet/public.ts'
import { type BoostRow, keepPayment } from './queries.ts'

/** Books what a boost costs, once. */
async function bookPaid(work: Work, boost: BoostRow, from: 'available' | 'reserved'): Promise<string> {
  const { id, user_id: personId, paid_minor: priceMinor, currency, mode } = boost
  const lines: readonly Line[] = [
    { account: ofPerson(personId, from), amountMinor: -priceMinor },
    { account: ofHouse('revenue'), amountMinor: priceMinor },
  ]
  const about = { model: 'boost', id }
  return (await book(work, { key: `boost:${id}:paid`, kind: 'boost_paid', currency, mode, about, lines })).id
}

/** What a receipt says that it is for. */
export const subjectOf = ({ package_name: name, title }: Pick<BoostRow, 'package_name' | 'title'>): string =>
  [name, title].filter((part) => part !== '').join(': ')

/** The line of history, which has the id of the boost. */
async function openHistory(work: Work, boost: BoostRow, paid: { entryId: string } | undefined) {
  const { id, user_id: personId, paid_minor: priceMinor, currency, mode } = boost
  await openTransaction(work, {
    ...{
      id,
      personId,
      type: 'boost',
      amountMinor: -priceMinor,
      currency,
      mode,
      about: { model: 'boost', id },
    },
    ...(paid ? { status: 'succeeded', ...paid, subject: subjectOf(boost) } : { status: 'pending' }),
  })
}

/** @throws INSUFFICIENT_FUNDS */
export async function payFromWallet(work: Work, boost: BoostRow): Promise<void> {
  if (boost.paid_minor === 0) return
  await openHistory(work, boost, { entryId: await bookPaid(work, boost, 'available') })
}

/** Begins to have a card pay, in the transaction in which the boost is awaited. */
export async function awaitCard(
  work: Work,
  boost: BoostRow,
  paymentMethodId: string | undefined,
): Promise<PaymentRow> {
  const { id, user_id: personId, paid_minor: amountMinor, currency } = boost
  const purpose = { kind: 'boost' as const, id }
  const payment = await openPayment(work, { personId, purpose, amountMinor, currency, paymentMethodId })
  await keepPayment(work.db, id, payment.id)
  await openHistory(work, boost, undefined)
  return payment
}

/** What a card brought is the house's. */
export async function takePaid(work: Work, boost: BoostRow): Promise<void> {
  const entryId = await bookPaid(work, boost, 'reserved')
  await moveTransaction(work, boost.id, 'succeeded', { entryId, subject: subjectOf(boost) })
}
