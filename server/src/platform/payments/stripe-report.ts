import type { Stripe } from 'stripe'
import { ProviderUnsure } from '../provider-errors.ts'
import type { Movement, MovementKind } from './reporting.ts'
import { minorOfStripe } from './stripe-amounts.ts'
import { idOf, keyName } from './stripe-calls.ts'

// What Stripe reports of our account: its balance transactions.

/** More than anybody has in the days that are looked at; who has must be told so. */
const mostListed = 20_000

/** Stripe counts whole ones. */
const seconds = (at: Date) => Math.floor(at.getTime() / 1000)

export async function movementsOf(
  api: Stripe,
  { from, until }: { from: Date; until: Date },
): Promise<Movement[]> {
  const movements: Movement[] = []
  let seen = 0
  const created = { gte: seconds(from), lt: seconds(until) }
  for await (const one of api.balanceTransactions.list({ created, limit: 100, expand: ['data.source'] })) {
    seen += 1
    if (seen > mostListed)
      throw new ProviderUnsure(`Stripe lists more than ${mostListed} balance transactions`)
    const movement = movementOf(one)
    if (movement) movements.push(movement)
  }
  return movements
}

interface Moved {
  kind: MovementKind
  id: string
  amount: number
  currency: string
  key: string | null
  paymentId?: string | null
}

/**
 * What a balance transaction moved, in the currency in which it was asked for: the transaction itself is in the one of
 * the account there. Fees, and what the operator moves between Stripe and their own bank, are none of ours.
 */
function movementOf({ id, amount, created, source }: Stripe.BalanceTransaction): Movement | undefined {
  if (source === null) return undefined
  if (typeof source === 'string') throw new ProviderUnsure(`Stripe does not say what ${id} is of`)
  const moved = movedBy(source)
  if (!moved) return undefined
  const currency = moved.currency.toUpperCase()
  const amountMinor = Math.sign(amount) * minorOfStripe(moved.amount, currency)
  const { kind, key, paymentId = null } = moved
  return { id: moved.id, kind, amountMinor, currency, at: new Date(created * 1000), key, paymentId }
}

function movedBy(source: Exclude<Stripe.BalanceTransaction['source'], string | null>): Moved | undefined {
  const { id } = source
  switch (source.object) {
    case 'charge': {
      const { amount_captured: amount, currency, metadata } = source
      return { id, kind: 'captured', amount, currency, key: metadata[keyName] ?? null }
    }
    case 'refund': {
      const { amount, currency, metadata, payment_intent: payment } = source
      const paymentId = idOf(payment)
      return { id, kind: 'refunded', amount, currency, key: metadata?.[keyName] ?? null, paymentId }
    }
    case 'dispute': {
      const { amount, currency, payment_intent: payment } = source
      return { id, kind: 'disputed', amount, currency, key: id, paymentId: idOf(payment) }
    }
    case 'transfer': {
      const { amount, currency, metadata } = source
      return { id, kind: 'paid_out', amount, currency, key: metadata[keyName] ?? null }
    }
    case 'transfer_reversal': {
      const { amount, currency, metadata } = source
      // As `takeBack` names what it asks for.
      return {
        id,
        kind: 'paid_out',
        amount,
        currency,
        key: metadata?.[keyName]?.replace(/:back$/, '') ?? null,
      }
    }
    default:
      return undefined
  }
}
