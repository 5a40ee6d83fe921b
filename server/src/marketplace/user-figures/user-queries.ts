import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { orderedBy, plannedFor } from '../../platform/operation/order.ts'
import type { Key } from '../../platform/operation/page.ts'
import { isLive } from '../posts/public.ts'
import type { sources, userRoles, userStatuses } from './words.ts'

export interface AccountRow {
  id: string
  name: string
  email: string | null
  is_verified: boolean
  role: (typeof userRoles)[number]
  status: (typeof userStatuses)[number]
  trust_level: number
  place: string
  source: (typeof sources)[number]
  listings_open: number
  listings_sold: number
  reports: number
  created_at: Date
  last_seen_at: Date | null
}

export interface Sought {
  /** The beginning of a name or of an address, or an id. */
  search: string | null
  status: string | null
  role: string | null
  /** Opened at or after, and before. */
  since: Date | null
  until: Date | null
}

const opened = [
  ['u.created_at', 'timestamptz', 'created_at'],
  ['u.id', 'uuid', 'id'],
] as const
export const orders = {
  newest: orderedBy<AccountRow>('desc', ...opened),
  oldest: orderedBy<AccountRow>('asc', ...opened),
}

// The few states and roles are constants, so that their partial indexes are found.
const isFound = ({ search, status, role, since, until }: Sought) => {
  const beginning = `${search?.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
  const parts = [
    sql`u.kind = 'member'`,
    ...(search === null
      ? []
      : [
          sql`(lower(u.name) like ${beginning} or u.email_canonical like ${beginning} or u.id::text = ${search})`,
        ]),
    ...(status === null ? [] : [sql`u.status = ${sql.lit(status)}`]),
    ...(role === null ? [] : [sql`u.role = ${sql.lit(role)}`]),
    ...(since === null ? [] : [sql`u.created_at >= ${since}`]),
    ...(until === null ? [] : [sql`u.created_at < ${until}`]),
  ]
  return sql.join(parts, sql` and `)
}

/** No more of somebody's listings are counted for a list. */
export const mostCounted = 100

/** Accounts with what there is to know of each; counted is only for those on the page. */
export async function selectAccounts(
  db: Db,
  sought: Sought,
  { sort, after, limit }: { sort: keyof typeof orders; after: Key | undefined; limit: number },
  now: Date,
): Promise<AccountRow[]> {
  const order = orders[sort]
  const { rows } = await sql<AccountRow>`
    select u.id, u.name, u.email, u.is_verified, u.role, u.status, u.trust_level, u.place, u.created_at,
      coalesce((select i.provider from marketplace.identity i
        where i.user_id = u.id and i.linked_at < u.created_at + interval '1 minute' order by i.linked_at limit 1),
        (select 'invitation' from marketplace.invite_use v where v.user_id = u.id), 'email') as source,
      (select seen_at from marketplace.presence s where s.user_id = u.id) as last_seen_at,
      (select count(*)::int from (
        select from marketplace.post p where p.author_id = u.id and ${isLive(now)} limit ${mostCounted}) o) as listings_open,
      (select count(*)::int from (
        select from marketplace.post p where p.author_id = u.id and p.status = 'sold' limit ${mostCounted}) s) as listings_sold,
      (select count(*)::int from marketplace.moderation_case c where c.subject_id = u.id and c.is_open) as reports
    from (
      select * from marketplace.users u where ${isFound(sought)} and ${order.isPast(after)}
      order by ${order.by} limit ${plannedFor(limit)}) u
    order by ${order.by} limit ${limit}`.execute(db)
  return rows
}
