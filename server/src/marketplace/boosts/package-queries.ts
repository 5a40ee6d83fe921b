import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { orderedBy } from '../../platform/operation/order.ts'
import type { Key } from '../../platform/operation/page.ts'
import type { Kind } from '../promotions/public.ts'

export interface PackageRow {
  id: string
  name: string
  version: number
  kind: Kind
  price_minor: number
  currency: string
  duration_days: number
  quantity: number | null
  category_ids: string[]
  is_active: boolean
  is_last: boolean
  created_at: Date
}

/** The last version of a name, however it is spelt, with nobody else at it. */
export async function lockLastVersion(db: Db, name: string): Promise<PackageRow | undefined> {
  await sql`select pg_advisory_xact_lock(hashtextextended(lower(${name}), 73))`.execute(db)
  const { rows } = await sql<PackageRow>`
    select * from marketplace.package where lower(name) = lower(${name}) and is_last for update`.execute(db)
  return rows[0]
}

export async function insertVersion(db: Db, row: Omit<PackageRow, 'is_last'>): Promise<void> {
  await sql`update marketplace.package set is_last = false where lower(name) = lower(${row.name}) and is_last`.execute(
    db,
  )
  await sql`
    insert into marketplace.package (id, name, version, kind, price_minor, currency, duration_days, quantity, category_ids, is_active, created_at)
    values (${row.id}, ${row.name}, ${row.version}, ${row.kind}, ${row.price_minor}, ${row.currency}, ${row.duration_days},
      ${row.quantity}, ${row.category_ids}::uuid[], ${row.is_active}, ${row.created_at})`.execute(db)
}

const mostSold = 100

/** What can be bought, the cheapest of each kind first. */
export async function selectSold(db: Db): Promise<PackageRow[]> {
  const { rows } = await sql<PackageRow>`
    select * from marketplace.package where is_last and is_active order by kind, price_minor, id limit ${sql.lit(mostSold)}`.execute(
    db,
  )
  return rows
}

/** What can be bought, kept as it is; where only so many may run at once, from others who buy it. */
export async function lockSold(db: Db, id: string): Promise<(PackageRow & { standing: number }) | undefined> {
  const { rows } = await sql<PackageRow>`
    select * from marketplace.package where id = ${id} and is_last and is_active for no key update`.execute(
    db,
  )
  const [row] = rows
  if (!row) return undefined
  // In a statement of its own, which sees what the lock waited for.
  const counted = await sql<{ standing: number }>`
    select count(*)::int as standing from marketplace.boost b
    where b.package_id = ${id} and b.status in ('pending_payment', 'scheduled', 'active', 'suspended')`.execute(
    db,
  )
  return { ...row, standing: counted.rows[0]?.standing ?? 0 }
}

export const newestVersions = orderedBy<PackageRow>(
  'desc',
  ['k.created_at', 'timestamptz', 'created_at'],
  ['k.id', 'uuid', 'id'],
)

/** Every version of every package. */
export async function selectVersions(
  db: Db,
  { after, limit }: { after: Key | undefined; limit: number },
): Promise<PackageRow[]> {
  const { rows } = await sql<PackageRow>`
    select * from marketplace.package k where ${newestVersions.isPast(after)} order by ${newestVersions.by} limit ${limit}`.execute(
    db,
  )
  return rows
}
