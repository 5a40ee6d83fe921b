import { sql } from 'kysely'
import { expect } from 'vitest'
import { world } from '../kit.ts'
import { kinds, type Model } from './model.ts'

/** What holds of money, whatever was done with it; what tests put into wallets came from no processor. */

const rowsOf = async (query: ReturnType<typeof sql>): Promise<unknown[]> =>
  (await query.execute((await world()).host.services.db)).rows

/** What everybody has, as the model says. */
export async function expectBalances(model: Model, ids: readonly string[]): Promise<void> {
  const rows = (await rowsOf(sql`
    select person_id, kind, balance_minor::float8 as minor from marketplace.ledger_account
    where person_id = any(${[...ids]}::uuid[]) and currency = 'EUR' and balance_minor <> 0`)) as {
    person_id: string
    kind: string
    minor: number
  }[]
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

const broken: Readonly<Record<string, ReturnType<typeof sql>>> = {
  'sums are zero': sql`
    select currency, mode, sum(balance_minor) from marketplace.ledger_account group by 1, 2 having sum(balance_minor) <> 0`,
  'nobody has less than nothing': sql`
    select id from marketplace.ledger_account where person_id is not null and balance_minor < 0`,
  'what the processor has is what was charged, less what went back and what was paid out': sql`
    select * from (select
      (select coalesce(sum(amount_minor) filter (where status = 'succeeded'), 0) from platform.sandbox_payment where currency = 'EUR')
      - (select coalesce(sum(r.amount_minor) filter (where r.status = 'succeeded'), 0) from platform.sandbox_refund r)
      - (select coalesce(sum(amount_minor) filter (where status = 'paid'), 0) from marketplace.payout) as processor,
      (select -coalesce(sum(balance_minor), 0) from marketplace.ledger_account where person_id is null and kind = 'provider'
        and currency = 'EUR')
      + (select coalesce(sum(l.amount_minor), 0) from marketplace.ledger_line l join marketplace.ledger_entry e on e.id = l.entry_id
        join marketplace.ledger_account a on a.id = l.account_id
        where e.key like 'test:%' and a.kind = 'provider' and a.currency = 'EUR') as books) as both_sides
    where processor <> books`,
  'no payment is charged more than once for its order, and none is kept of an order that ended': sql`
    select o.id from marketplace.orders o join marketplace.payment p on p.purpose_kind = 'order' and p.purpose_id = o.id
    where p.status = 'succeeded' group by o.id having count(*) > 1
    union all
    select o.id from marketplace.orders o join marketplace.payment p on p.purpose_kind = 'order' and p.purpose_id = o.id and p.status = 'succeeded'
    where o.status in ('expired', 'canceled')
      and p.amount_minor <> (select coalesce(sum(r.amount_minor), 0) from marketplace.refund r where r.payment_id = p.id and r.status = 'succeeded')`,
  'each piece is sold once': sql`
    select p.id from marketplace.post p left join marketplace.orders o on o.post_id = p.id and o.status not in ('expired', 'canceled')
    group by p.id having coalesce(sum(o.quantity), 0) > p.quantity_sold or p.quantity_sold > p.quantity`,
  'no dispute waits for an order that has ended': sql`
    select o.id from marketplace.orders o join marketplace.dispute d on d.order_id = o.id
    where d.decided_at is null and o.status <> 'disputed'`,
  'no paid second is lost': sql`
    select id from marketplace.subscription s
    where paid_ms - used_ms - banked_ms - returned_ms <> coalesce(round(extract(epoch from period_end - period_start) * 1000), 0)
      or paid_ms <> (select coalesce(sum(bought_ms), 0) from marketplace.subscription_charge c
        where c.subscription_id = s.id and c.status = 'paid')`,
}

export async function expectLaws(): Promise<void> {
  for (const [law, query] of Object.entries(broken)) expect([law, await rowsOf(query)]).toEqual([law, []])
}
