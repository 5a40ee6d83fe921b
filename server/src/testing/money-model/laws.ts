import { type RawBuilder, sql } from 'kysely'
import { expect } from 'vitest'
import { world } from '../kit.ts'
import { kinds, type State } from './state.ts'

/** What holds of money, whatever was done with it; what tests put into wallets came from no processor. */

/** What everybody has, as the model says. */
export async function expectBalances(model: State, ids: readonly string[]): Promise<void> {
  const { rows } = await sql<{ person_id: string; kind: string; minor: number }>`
    select person_id, kind, balance_minor::float8 as minor from marketplace.ledger_account
    where person_id = any(${[...ids]}::uuid[]) and currency = 'EUR' and balance_minor <> 0`.execute(
    (await world()).host.services.db,
  )
  const found = Object.fromEntries(
    rows.map(({ person_id, kind, minor }) => [`${ids.indexOf(person_id)} ${kind}`, minor]),
  )
  const told = Object.fromEntries(
    ids.flatMap((_, who) =>
      kinds
        .map((kind) => [`${who} ${kind}`, model.balance(who, kind)] as const)
        .filter(([, minor]) => minor !== 0),
    ),
  )
  expect(found).toEqual(told)
}

const houseHas = (kind: string) => sql`
  (select coalesce(sum(balance_minor), 0) from marketplace.ledger_account where person_id is null and kind = ${kind} and currency = 'EUR')`

/** What each law has to say against what is there; nothing, where it holds. */
const broken: Readonly<Record<string, RawBuilder<unknown>>> = {
  'sums are zero': sql`
    select currency, mode, sum(balance_minor) from marketplace.ledger_account group by 1, 2 having sum(balance_minor) <> 0`,
  'nobody has less than nothing': sql`
    select id from marketplace.ledger_account where person_id is not null and balance_minor < 0`,
  'what the processor has is what was charged, less what went back, what banks took and what was paid out': sql`
    select * from (select
      (select coalesce(sum(amount_minor) filter (where status = 'succeeded'), 0) from platform.sandbox_payment where currency = 'EUR')
      - (select coalesce(sum(r.amount_minor) filter (where r.status = 'succeeded'), 0) from platform.sandbox_refund r)
      - (select coalesce(sum(d.amount_minor) filter (where d.status <> 'won'), 0) from platform.sandbox_dispute d)
      + (select coalesce(sum(amount_minor) filter (where kind = 'completed'), 0) from marketplace.hosted_notice)
      - (select coalesce(sum(amount_minor) filter (where status = 'paid'), 0) from marketplace.payout) as processor,
      - ${houseHas('provider')}
      + (select coalesce(sum(l.amount_minor), 0) from marketplace.ledger_line l join marketplace.ledger_entry e on e.id = l.entry_id
        join marketplace.ledger_account a on a.id = l.account_id
        where e.key like 'test:%' and a.kind = 'provider' and a.currency = 'EUR') as books) as both_sides
    where processor <> books`,
  'the house is owed what banks hold, and what people owe of what they took': sql`
    select * from (select - ${houseHas('receivables')} as books,
      (select coalesce(sum(d.amount_minor), 0) from marketplace.payment_dispute d where d.phase = 'withdrawn')
      + (select coalesce(sum(case when d.phase = 'lost' then b.amount_minor end), 0) - coalesce(sum(b.settled_minor), 0)
        from marketplace.debt b join marketplace.payment_dispute d on d.id = b.dispute_id where b.returned_at is null) as owed) as both_sides
    where books <> owed`,
  'no payment is charged more than once for its order, and none is kept of an order that ended': sql`
    select o.id from marketplace.orders o join marketplace.payment p on p.purpose_kind = 'order' and p.purpose_id = o.id
    where p.status = 'succeeded' group by o.id having count(*) > 1
    union all
    select o.id from marketplace.orders o join marketplace.payment p on p.purpose_kind = 'order' and p.purpose_id = o.id and p.status = 'succeeded'
    where o.status in ('expired', 'canceled')
      and p.amount_minor <> (select coalesce(sum(r.amount_minor), 0) from marketplace.refund r where r.payment_id = p.id and r.status = 'succeeded')`,
  'each piece is sold once, and kept for one': sql`
    select p.id from marketplace.post p
    left join lateral (
      select coalesce(sum(o.quantity), 0) as pieces from marketplace.orders o
      where o.post_id = p.id and o.status not in ('expired', 'canceled')
        and (o.status <> 'charged_back' or o.shipped_at is not null or o.received_at is not null)) sold on true
    left join lateral (
      select coalesce(sum(f.quantity), 0) as pieces from marketplace.offer f
      where f.post_id = p.id and f.status = 'accepted') kept on true
    where sold.pieces > p.quantity_sold or p.quantity_sold > p.quantity
      or (kept.pieces > 0 and p.quantity_sold + kept.pieces > p.quantity)`,
  'of an offer there is one order that was paid': sql`
    select offer_id from marketplace.orders where offer_id is not null and status not in ('expired', 'canceled')
    group by 1 having count(*) > 1`,
  'no dispute waits for an order that has ended': sql`
    select o.id from marketplace.orders o join marketplace.dispute d on d.order_id = o.id
    where d.decided_at is null and o.status <> 'disputed'`,
  'what moved somebody’s money has its receipt': sql`
    select t.id, t.type from marketplace.wallet_transaction t
    where t.status in ('succeeded', 'partly_refunded', 'refunded', 'returned') and t.amount_minor <> 0
      and not exists (select from marketplace.receipt r where r.transaction_id = t.id)`,
  'a boost that was paid for and did not run is paid back': sql`
    select b.id from marketplace.boost b join marketplace.payment p on p.id = b.payment_id
    where b.status = 'unpaid' and p.status = 'succeeded'
      and p.amount_minor <> (select coalesce(sum(r.amount_minor), 0) from marketplace.refund r where r.payment_id = p.id and r.status = 'succeeded')`,
  'paid time is used, kept, given back or running': sql`
    select id from marketplace.subscription s
    where paid_ms - used_ms - banked_ms - returned_ms <> coalesce(round(extract(epoch from period_end - period_start) * 1000), 0)`,
  'what was paid for and not given back is the time that somebody had': sql`
    select user_id from (
      select user_id, sum(paid_ms - returned_ms) as had from marketplace.subscription group by 1) s
    full join (
      select user_id, sum(bought_ms - returned_ms) as bought from marketplace.subscription_charge
      where status in ('paid', 'disputed', 'charged_back') group by 1) c using (user_id)
    where coalesce(had, 0) <> coalesce(bought, 0)`,
}

const allOfThem = sql.join(
  Object.entries(broken).map(
    ([law, query]) => sql`select ${law}::text as law, to_jsonb(against) as against from (${query}) against`,
  ),
  sql` union all `,
)

export async function expectLaws(): Promise<void> {
  expect((await allOfThem.execute((await world()).host.services.db)).rows).toEqual([])
}
