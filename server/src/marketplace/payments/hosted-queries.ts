import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { HostedNotice } from '../../platform/hosted-payments/port.ts'

// Every statement about what providers told of payments on their pages.

export interface HostedNoticeRow {
  payment_id: string
  provider_notice_id: string
  provider_parent_id: string | null
  kind: HostedNotice['kind']
  amount_minor: number
  reason: string
}

/** Keeps what was told, once. @returns of which payment it was told; another one than this has it already. */
export async function keepHostedNotice(
  db: Db,
  row: HostedNoticeRow & { id: string; provider: string },
  at: Date,
): Promise<string | undefined> {
  const { rows } = await sql<{ payment_id: string }>`
    insert into marketplace.hosted_notice as n (id, payment_id, provider, provider_notice_id, provider_parent_id, kind,
      amount_minor, reason, created_at)
    values (${row.id}, ${row.payment_id}, ${row.provider}, ${row.provider_notice_id}, ${row.provider_parent_id},
      ${row.kind}, ${row.amount_minor}, ${row.reason}, ${at})
    on conflict (provider, provider_notice_id, kind) do update set reason = n.reason
    returning payment_id`.execute(db)
  return rows[0]?.payment_id
}

export async function selectHostedNotices(db: Db, paymentId: string): Promise<HostedNoticeRow[]> {
  const { rows } = await sql<HostedNoticeRow>`
    select payment_id, provider_notice_id, provider_parent_id, kind, amount_minor, reason
    from marketplace.hosted_notice where payment_id = ${paymentId} order by created_at, id`.execute(db)
  return rows
}

/** Payments of which nothing was ever heard; what is pending elsewhere is still decided there. */
export async function selectForsaken(db: Db, { before, most }: { before: Date; most: number }) {
  const { rows } = await sql<{ id: string }>`
    select p.id from marketplace.payment p
    where p.provider = 'paypal' and p.status = 'processing' and p.created_at < ${before}
      and not exists (select from marketplace.hosted_notice n where n.payment_id = p.id)
    order by p.created_at limit ${most}`.execute(db)
  return rows.map(({ id }) => id)
}
