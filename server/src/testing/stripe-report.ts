import { newId, pageOf, paging } from './stripe-shapes.ts'
import type { Charge, Dispute, Endpoint, Refund, Reversal, StripeState, Transfer } from './stripe-state.ts'

// What Stripe reports of our account: one balance transaction for all that came and left, before any fee.

type Source = Charge | Refund | Dispute | Transfer | Reversal

interface BalanceTransaction {
  id: string
  object: 'balance_transaction'
  amount: number
  created: number
  currency: string
  type: string
  source: Source
}

const names = new WeakMap<object, string>()
/** The same for the same thing, however often it is listed. */
function nameOf(thing: object): string {
  const name = names.get(thing) ?? newId('txn')
  names.set(thing, name)
  return name
}

function transactionsOf(state: StripeState): BalanceTransaction[] {
  const object = 'balance_transaction' as const
  const paid = [...state.payments.values()].filter(({ status }) => status === 'succeeded')
  const charges = paid.map((intent): BalanceTransaction => {
    const { amount, amount_received: amount_captured, created, currency, metadata } = intent
    const source: Charge = {
      ...{ id: `ch_${intent.id}`, object: 'charge', amount, amount_captured, currency, metadata },
      payment_intent: intent.id,
    }
    return { id: nameOf(intent), object, amount: amount_captured, created, currency, type: 'charge', source }
  })
  const refunds = [...state.refunds.values()]
    .filter(({ status }) => status === 'succeeded')
    .map((source): BalanceTransaction => {
      const { amount, created, currency } = source
      return { id: nameOf(source), object, amount: -amount, created, currency, type: 'refund', source }
    })
  const disputes = [...state.disputes.values()].flatMap((source) =>
    source.balance_transactions.map(({ id, amount, created }): BalanceTransaction => {
      return { id, object, amount, created, currency: source.currency, type: 'adjustment', source }
    }),
  )
  const transfers = [...state.transfers.values()].flatMap((sent): BalanceTransaction[] => [
    ...[
      { id: nameOf(sent), object, amount: -sent.amount, created: sent.created, currency: sent.currency },
    ].map((one) => ({ ...one, type: 'transfer', source: sent })),
    ...sent.reversals.data.map((source) => {
      const { amount, created, currency } = source
      return { id: nameOf(source), object, amount, created, currency, type: 'transfer_refund', source }
    }),
  ])
  return [...charges, ...refunds, ...disputes, ...transfers].toSorted((a, b) => a.created - b.created)
}

const times = { from: 0, to: 99_999_999_999 }

export const reportEndpoints: readonly Endpoint[] = [
  {
    method: 'GET',
    path: /^\/v1\/balance_transactions$/,
    takes: { ...paging, 'created[gte]': times, 'created[lt]': times, 'expand[*]': ['data.source'] },
    run(state, given) {
      const [from, until] = [
        Number(given.get('created[gte]') ?? 0),
        Number(given.get('created[lt]') ?? times.to),
      ]
      const found = transactionsOf(state).filter(({ created }) => created >= from && created < until)
      const isExpanded = [...given.keys()].some((name) => name.startsWith('expand['))
      const listed = found.map((one) => (isExpanded ? one : { ...one, source: one.source.id }))
      return pageOf(listed, given, '/v1/balance_transactions')
    },
  },
]
