import type { Movement, MovementKind } from '../../platform/payments/reporting.ts'
import type { ReportDifference, ReportSum } from '../wallet/public.ts'

// What the provider says moved, beside what the ledger says, as plain functions.

/** What an entry of the ledger moved at the provider. */
export interface Booked {
  /** Of the entry. */
  key: string
  kind: MovementKind
  /** Above zero where it came to us. */
  amountMinor: number
  currency: string
  at: Date
}

export interface Compared {
  sums: ReportSum[]
  differences: ReportDifference[]
}

/** Under which key the ledger books a movement. */
export function entryKeyOf({
  kind,
  key,
  amountMinor,
}: Pick<Movement, 'kind' | 'key' | 'amountMinor'>): string {
  const isIn = amountMinor > 0
  if (kind === 'captured') return `payment:${key}:succeeded`
  if (kind === 'refunded') return `refund:${key}:${isIn ? 'failed' : 'succeeded'}`
  if (kind === 'disputed') return `dispute:${key}:${isIn ? 'returned' : 'withdrawn'}`
  return `payout:${key}:${isIn ? 'returned' : 'succeeded'}`
}

/**
 * Of what moved, all that is booked or should be. What is still under way here need not be; what was sent for a payout and
 * brought back before it had arrived never left, as far as the ledger is concerned.
 */
export function withoutUnsettled(
  movements: readonly Movement[],
  booked: readonly Booked[],
  underWay: ReadonlySet<string>,
): Movement[] {
  const bookedKeys = new Set(booked.map(({ key }) => key))
  const sent = Map.groupBy(
    movements.filter(({ kind }) => kind === 'paid_out'),
    ({ key }) => key,
  )
  const isReversed = ({ kind, key }: Movement) =>
    kind === 'paid_out' && sent.get(key)?.reduce((sum, { amountMinor }) => sum + amountMinor, 0) === 0
  return movements.filter(
    (one) =>
      bookedKeys.has(entryKeyOf(one)) || !(isReversed(one) || (one.key !== null && underWay.has(one.key))),
  )
}

const nameIn = (key: string) => key.replace(/^[^:]+:/, '').replace(/:[^:]+$/, '')

const inOrder = <One>(all: readonly One[], nameOf: (one: One) => string): One[] =>
  all.toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1))

/**
 * Compares what moved in a time.
 * @param said what the provider says, of that time and around it
 * @param booked what the ledger says of that time, and of all that the provider says
 */
export function compare(
  said: readonly Movement[],
  booked: readonly Booked[],
  { from, until }: { from: Date; until: Date },
): Compared {
  const isWithin = ({ at }: { at: Date }) => at >= from && at < until
  const ledger = new Map(booked.map((one) => [one.key, one]))
  const known = new Set(said.map(entryKeyOf))
  const pairs = [
    ...said.filter(isWithin).map((one) => ({ one, other: ledger.get(entryKeyOf(one)) })),
    ...booked
      .filter((other) => isWithin(other) && !known.has(other.key))
      .map((other) => ({ one: undefined, other })),
  ].map(({ one, other }) => ({
    id: one?.id ?? nameIn(other?.key ?? ''),
    kind: one?.kind ?? other?.kind ?? ('captured' as const),
    currency: one?.currency ?? other?.currency ?? '',
    provider_minor: one?.amountMinor ?? 0,
    ledger_minor: other && (!one || one.currency === other.currency) ? other.amountMinor : 0,
  }))
  const sums = [...Map.groupBy(pairs, ({ currency, kind }) => `${currency} ${kind}`).values()].map((group) =>
    group.reduce<ReportSum>(
      (sum, pair) => ({
        kind: pair.kind,
        currency: pair.currency,
        provider_minor: sum.provider_minor + pair.provider_minor,
        ledger_minor: sum.ledger_minor + pair.ledger_minor,
      }),
      { kind: 'captured', currency: '', provider_minor: 0, ledger_minor: 0 },
    ),
  )
  const differences = pairs.filter((pair) => pair.provider_minor !== pair.ledger_minor)
  return {
    sums: inOrder(sums, ({ currency, kind }) => `${currency} ${kind}`),
    differences: inOrder(differences, ({ currency, kind, id }) => `${currency} ${kind} ${id}`),
  }
}
