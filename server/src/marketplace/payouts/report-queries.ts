import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { PaymentMode } from '../../platform/payments/port.ts'
import type { MovementKind } from '../../platform/payments/reporting.ts'
import type { Booked } from './reconciliation.ts'

const kinds: Readonly<Record<string, MovementKind>> = {
  payment: 'captured',
  refund: 'refunded',
  dispute: 'disputed',
  payout: 'paid_out',
}

/** What entries moved at a provider: those of a time, and those under some keys. */
export async function selectBooked(
  db: Db,
  {
    provider,
    mode,
    from,
    until,
    keys,
  }: { provider: string; mode: PaymentMode; from: Date; until: Date; keys: readonly string[] },
): Promise<Booked[]> {
  const { rows } = await sql<Omit<Booked, 'kind'> & { of: string }>`
    with named as (
      select id from marketplace.ledger_entry where created_at >= ${from} and created_at < ${until} and mode = ${mode}
      union select id from marketplace.ledger_entry where key = any(${[...keys]}::text[]) and mode = ${mode})
    select e.key, split_part(e.key, ':', 1) as of, (-sum(l.amount_minor))::bigint as "amountMinor", e.currency,
      e.created_at as at
    from named n join marketplace.ledger_entry e on e.id = n.id
    join marketplace.ledger_line l on l.entry_id = e.id
    join marketplace.ledger_account a on a.id = l.account_id and a.person_id is null and a.kind = 'provider'
    left join marketplace.refund r on e.about_model = 'refund' and r.id = e.about_id
    left join marketplace.payment p on p.id = case e.about_model when 'payment' then e.about_id else r.payment_id end
    left join marketplace.payout o on e.about_model = 'payout' and o.id = e.about_id
    where coalesce(p.provider, o.provider) = ${provider}
    group by e.id`.execute(db)
  return rows.flatMap(({ of, ...row }) => {
    const kind = kinds[of]
    return kind ? [{ ...row, kind }] : []
  })
}

/** Of what a provider names: what is ours, and what of it is still under way here. */
export interface Standing {
  /** Our ids of payments, refunds and payouts. */
  ours: ReadonlySet<string>
  underWay: ReadonlySet<string>
  /** The provider's names of payments of ours. */
  payments: ReadonlySet<string>
}

export async function selectOurs(
  db: Db,
  { provider, ids, paymentIds }: { provider: string; ids: readonly string[]; paymentIds: readonly string[] },
): Promise<Standing> {
  const { rows } = await sql<{ id: string; is_under_way: boolean; name: string | null }>`
    select id::text, status in ('processing', 'requires_action') as is_under_way, provider_payment_id as name
    from marketplace.payment where id = any(${[...ids]}::uuid[])
    union all
    select id::text, status in ('processing', 'requires_action'), provider_payment_id from marketplace.payment
    where provider = ${provider} and provider_payment_id = any(${[...paymentIds]}::text[])
    union all
    select id::text, status = 'pending', null from marketplace.refund where id = any(${[...ids]}::uuid[])
    union all
    select id::text, status in ('requested', 'in_transit', 'failed'), null from marketplace.payout
    where id = any(${[...ids]}::uuid[])`.execute(db)
  return {
    ours: new Set(rows.map(({ id }) => id)),
    underWay: new Set(rows.flatMap(({ id, is_under_way: is }) => (is ? [id] : []))),
    payments: new Set(rows.flatMap(({ name }) => (name === null ? [] : [name]))),
  }
}

export async function hasPayPal(db: Db): Promise<boolean> {
  const { rows } = await sql`
    select from marketplace.payment where provider = 'paypal' and provider_payment_id is not null limit 1`.execute(
    db,
  )
  return rows.length > 0
}
