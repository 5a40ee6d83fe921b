import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { type Order, orderedBy } from '../operation/order.ts'
import type { Key } from '../operation/page.ts'
import type { InboxRow } from './inbox.ts'

export type { InboxRow } from './inbox.ts'

const newestFirst: Order<InboxRow> = orderedBy(
  'desc',
  ['received_at', 'timestamptz', 'received_at'],
  ['id', 'uuid', 'id'],
)
export const { keyOf: eventKey } = newestFirst

/** What others told a product, or only what waits to be applied. */
export async function selectEvents(
  db: Db,
  asked: { product: string; isWaiting: boolean; after: Key | undefined; limit: number },
): Promise<InboxRow[]> {
  const { rows } = await sql<InboxRow>`
    select id, provider, event_id, job, received_at, applied_at, attempts, outcome from platform.inbox
    where product = ${asked.product} and ${asked.isWaiting ? sql`applied_at is null` : sql`true`}
      and ${newestFirst.isPast(asked.after)}
    order by ${newestFirst.by} limit ${asked.limit}`.execute(db)
  return rows
}

/** To which product an event was told. */
export async function eventOf(db: Db, id: string): Promise<{ product: string } | undefined> {
  const { rows } = await sql<{ product: string }>`
    select product from platform.inbox where id = ${id}`.execute(db)
  return rows[0]
}
