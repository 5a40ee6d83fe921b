import type { Words } from '../../platform/language.ts'
import { majorOf } from '../../platform/money.ts'
import type { Work } from '../../platform/operation/work.ts'
import { notify } from '../notifications/public.ts'
import type { Texts } from '../texts.en.ts'
import { inEachLanguage } from '../texts.ts'
import type { DisputeRow } from './bank-dispute-queries.ts'
import type { PaymentRow } from './payment-queries.ts'
import type { DisputePhase, RefundStatus, Status } from './states.ts'

type What = keyof Texts['payments']['told']

interface Told {
  personId: string
  what: What
  amountMinor: number
  currency: string
  /** Tells this news from others. */
  cause: string
  about: { model: string; id: string }
  /** Where it is looked at: an order, or the wallet. */
  payload: { screen: string; id?: string }
}

/** Tells somebody what became of money of theirs while they were not looking. */
export async function tellOfMoney(work: Work, told: Told): Promise<void> {
  const { what, amountMinor, currency } = told
  const value = majorOf(amountMinor, currency)
  const title: Words = inEachLanguage(({ payments, amount }) =>
    payments.told[what].title(amount(value, currency)),
  )
  await notify(work, [
    {
      ...{ recipientId: told.personId, actorId: null, category: 'payment', title },
      message: inEachLanguage(({ payments }) => payments.told[what].message),
      reference: told.about,
      sourceEvent: told.cause,
      action: {
        label: inEachLanguage(({ payments }) => payments.view),
        actionType: 'navigate',
        payload: told.payload,
      },
    },
  ])
}

/** Where a payment is looked at by who made it. */
export const placeOf = ({ purpose_kind: kind, purpose_id: id }: PaymentRow): Told['payload'] =>
  kind === 'order' ? { screen: 'Order', id } : { screen: 'Wallet' }

const saidOf: Readonly<Record<DisputePhase, What>> = {
  asked: 'disputed',
  withdrawn: 'disputed',
  returned: 'disputeWon',
  lost: 'disputeLost',
}

export const tellOfDispute = (work: Work, payment: PaymentRow, row: DisputeRow): Promise<void> =>
  tellOfMoney(work, {
    ...{ personId: payment.user_id, amountMinor: row.amount_minor, currency: payment.currency },
    ...{ what: saidOf[row.phase], cause: `bank-dispute:${row.id}:${saidOf[row.phase]}:payer` },
    ...{ about: { model: 'payment', id: payment.id }, payload: placeOf(payment) },
  })

/** What was added to a wallet came, or did not, when nobody waited for it any more. */
export async function tellOfFunds(work: Work, payment: PaymentRow, status: Status): Promise<void> {
  const { id, user_id: personId, amount_minor: amountMinor, currency } = payment
  const what = status === 'succeeded' ? 'fundsArrived' : 'fundsFailed'
  await tellOfMoney(work, {
    ...{ personId, amountMinor, currency, what, cause: `payment:${id}:${what}` },
    ...{ about: { model: 'payment', id }, payload: placeOf(payment) },
  })
}

/** Money is back on the card; or in the wallet, where the card did not take it. */
export async function tellOfRefund(
  work: Work,
  payment: PaymentRow,
  { id, status, amountMinor }: { id: string; status: RefundStatus; amountMinor: number },
): Promise<void> {
  const what = status === 'succeeded' ? 'refundArrived' : 'refundInWallet'
  await tellOfMoney(work, {
    ...{ personId: payment.user_id, amountMinor, currency: payment.currency, what },
    ...{ cause: `refund:${id}:${what}`, about: { model: 'refund', id }, payload: placeOf(payment) },
  })
}
