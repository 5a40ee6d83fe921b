import { Type } from 'typebox'
import { newId } from '../../platform/ids.ts'
import { checkCurrency, majorOf, minorOf, pricePrecision } from '../../platform/money.ts'
import { operation } from '../../platform/operation/operation.ts'
import { Id, Line, Money, OneOf } from '../../platform/operation/schema.ts'
import type { Work } from '../../platform/operation/work.ts'
import { providerNotConfigured } from '../../platform/provider-errors.ts'
import { configured } from '../../platform/system-config/configured.ts'
import { member } from '../access.ts'
import { fundsAtOnce } from '../limits.ts'
import { lockPerson } from '../users/public.ts'
import { checkRoom, moneyStopped, openTransaction, walletFull } from '../wallet/public.ts'
import { openHostedPayment, pageFor } from './hosted.ts'
import { askForPayment, openPayment } from './payment-flow.ts'
import { fundsUnderWay, type PaymentRow } from './payment-queries.ts'
import { amountOutOfRange, noPaymentMethod, noSuchCard, paymentDeclined } from './problems.ts'
import { FundsRecord, fundingSources, presentPayment } from './shapes.ts'

export const addFunds = operation({
  key: 'M95',
  source: 'named in the specification; method, path, input and shape chosen here',
  method: 'POST',
  path: '/payment-mgt/add-funds',
  summary:
    'Add money to your wallet from a card or through PayPal; it is there once the provider has said so',
  access: member,
  runs: 'steps',
  idempotency: 'required',
  body: Type.Object({
    amount: Money(0, 1e12, { description: 'in major units' }),
    currency: Type.Optional(Line(3, 3, { description: 'ISO 4217; your own unless said', example: 'EUR' })),
    source: Type.Optional(
      OneOf(fundingSources, { default: 'card', description: 'card, or paypal, where this server has it' }),
    ),
    payment_method_id: Type.Optional({ ...Id, description: 'one of yours; the default unless said' }),
  }),
  replies: { 200: { message: 'Funds requested successfully', data: FundsRecord } },
  problems: [
    amountOutOfRange,
    walletFull,
    pricePrecision,
    noPaymentMethod,
    noSuchCard,
    paymentDeclined,
    moneyStopped,
    providerNotConfigured,
  ],
  limit: { max: 60, windowSeconds: 3600 },

  async handle({ body, caller, ...flow }) {
    const { currency = caller.currency } = body
    checkCurrency(currency, 'body.currency')
    const amountMinor = minorOf(body.amount, currency, 'body.amount')
    const row = await flow.step('open', (work) =>
      openFunds(work, {
        ...{ personId: caller.id, amountMinor, currency, paymentMethodId: body.payment_method_id },
        source: body.source ?? 'card',
      }),
    )
    if (body.source === 'paypal')
      return { ...presentPayment(row), client_secret: null, approval_url: pageFor(flow, row) }
    const { status, declineCode, clientSecret } = await askForPayment(flow, row)
    if (status === 'failed') throw paymentDeclined({ details: { reason: declineCode } })
    return {
      ...presentPayment({ ...row, status, decline_code: declineCode }),
      client_secret: clientSecret,
      approval_url: null,
    }
  },
})

/** @throws AMOUNT_OUT_OF_RANGE, WALLET_FULL, and what `openPayment` or `openHostedPayment` throws */
async function openFunds(
  work: Work,
  {
    source,
    paymentMethodId,
    ...funds
  }: {
    personId: string
    amountMinor: number
    currency: string
    paymentMethodId: string | undefined
    source: (typeof fundingSources)[number]
  },
): Promise<PaymentRow> {
  const { personId, amountMinor, currency } = funds
  const most = configured(work.services, fundsAtOnce)
  const amount = majorOf(amountMinor, currency)
  if (amount < 1 || amount > most) throw amountOutOfRange({ details: { least: 1, most, currency } })
  const { moneyMode: mode } = work.services
  // Two that begin at once do not each find the room that there is for one.
  await lockPerson(work.db, personId)
  const underWay = await fundsUnderWay(work.db, personId, { currency, mode })
  await checkRoom(work, personId, { currency, mode, amountMinor: underWay + amountMinor })
  const id = newId()
  const wanted = { ...funds, purpose: { kind: 'add_funds' as const, id } }
  const row =
    source === 'paypal'
      ? await openHostedPayment(work, wanted)
      : await openPayment(work, { ...wanted, paymentMethodId })
  await openTransaction(work, {
    ...{
      id: row.id,
      personId,
      type: 'add_funds',
      status: 'processing',
      amountMinor,
      currency,
      mode: row.mode,
    },
    about: { model: 'payment', id: row.id },
  })
  return row
}
