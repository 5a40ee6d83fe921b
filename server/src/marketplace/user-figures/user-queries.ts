import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { orderedBy, plannedFor } from '../../platform/operation/order.ts'
import type { Key } from '../../platform/operation/page.ts'
import { isLive } from '../posts/public.ts'
import { freeKey, isOpening } from '../subscriptions/public.ts'
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
  /** By their keys, what is open to them; none is the free one. */
  plans: string[]
  listings_open: number
  listings_sold: number
  reports: number
  /** 0 to 100. */
  risk: number
  created_at: Date
  last_seen_at: Date | null
  /** Empty where they are not listed by it. */
  seen_day: string
}

export interface Sought {
  /** The beginning of a name or of an address, or an id. */
  search: string | null
  status: string | null
  role: string | null
  /** The key of a plan. */
  plan: string | null
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
  last_seen: orderedBy<AccountRow>('desc', ['u.seen_day', 'date', 'seen_day'], ['u.id', 'uuid', 'id']),
  risk: orderedBy<AccountRow>('desc', ['u.kept_risk', 'int', 'risk'], ['u.id', 'uuid', 'id']),
}
export type Sort = keyof typeof orders

// Those of a plan, and of an order other than by when they were opened, are found by a row beside the account.
const subscribed = [
  ['s.user_since', 'timestamptz', 'created_at'],
  ['s.user_id', 'uuid', 'id'],
] as const
const ordersOfPlan = {
  newest: orderedBy<AccountRow>('desc', ...subscribed),
  oldest: orderedBy<AccountRow>('asc', ...subscribed),
}
const bySeenDay = orderedBy<AccountRow>(
  'desc',
  ['n.seen_day', 'date', 'seen_day'],
  ['n.user_id', 'uuid', 'id'],
)
const byRisk = orderedBy<AccountRow>('desc', ['n.risk', 'int', 'risk'], ['n.user_id', 'uuid', 'id'])

// The few states and roles are constants, so that their partial indexes are found.
const isFound = ({ search, status, role, plan, since, until }: Sought, now: Date) => {
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
    ...(plan === freeKey
      ? [
          sql`not exists (select from marketplace.subscription s where s.user_id = u.id and ${isOpening(now)})`,
        ]
      : []),
    ...(since === null ? [] : [sql`u.created_at >= ${since}`]),
    ...(until === null ? [] : [sql`u.created_at < ${until}`]),
  ]
  return sql.join(parts, sql` and `)
}

interface AccountPage {
  sort: Sort
  after: Key | undefined
  limit: number
}

type Read = Pick<AccountPage, 'sort' | 'after'> & { most: RawBuilder<number> }

/** The accounts of a page, as they are read off one index. */
function pageOf(sought: Sought, { sort, after, most }: Read, now: Date) {
  const { plan } = sought
  const isOfPlan = plan !== null && plan !== freeKey
  if (sort === 'last_seen' || sort === 'risk') {
    const order = sort === 'risk' ? byRisk : bySeenDay
    const [table, kept] =
      sort === 'risk'
        ? [sql`marketplace.account_risk`, sql`'' as seen_day, n.risk as kept_risk`]
        : [sql`marketplace.presence`, sql`n.seen_day::text as seen_day, 0 as kept_risk`]
    const hasPlan = isOfPlan
      ? sql`exists (select from marketplace.subscription s
          where s.user_id = u.id and s.plan_key = ${plan} and ${isOpening(now)})`
      : sql`true`
    return sql`
      select u.*, ${kept} from ${table} n join marketplace.users u on u.id = n.user_id
      where ${isFound(sought, now)} and ${hasPlan} and ${order.isPast(after)}
      order by ${order.by} limit ${most}`
  }
  const nothing = sql`'' as seen_day, 0 as kept_risk`
  if (!isOfPlan) {
    const order = orders[sort]
    return sql`
      select u.*, ${nothing} from marketplace.users u where ${isFound(sought, now)} and ${order.isPast(after)}
      order by ${order.by} limit ${most}`
  }
  const order = ordersOfPlan[sort]
  // Who has the plan twice, here and from a shop, is there once.
  return sql`
      select u.*, ${nothing} from marketplace.subscription s join marketplace.users u on u.id = s.user_id
      where s.plan_key = ${plan} and ${isOpening(now)} and ${isFound(sought, now)} and ${order.isPast(after)}
        and not exists (select from marketplace.subscription t where t.user_id = s.user_id and t.plan_key = s.plan_key
          and t.access_until > ${now} and t.id < s.id)
      order by ${order.by} limit ${most}`
}

/** How many accounts there are, up to so many. */
export async function countAccounts(
  db: Db,
  sought: Sought,
  { sort, most }: { sort: Sort; most: number },
  now: Date,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count
    from (${pageOf(sought, { sort, after: undefined, most: sql.lit(most) }, now)}) u`.execute(db)
  return rows[0]?.count ?? 0
}

/** No more of somebody's listings are counted for a list. */
export const mostCounted = 100

/** Accounts with what there is to know of each; counted is only for those on the page. */
export async function selectAccounts(
  db: Db,
  sought: Sought,
  page: AccountPage,
  now: Date,
): Promise<AccountRow[]> {
  const { rows } = await sql<AccountRow>`
    select u.id, u.name, u.email, u.is_verified, u.role, u.status, u.trust_level, u.place, u.created_at, u.seen_day,
      coalesce((select r.risk from marketplace.account_risk r where r.user_id = u.id), 0) as risk,
      coalesce((select i.provider from marketplace.identity i
        where i.user_id = u.id and i.linked_at < u.created_at + interval '1 minute' order by i.linked_at limit 1),
        (select 'invitation' from marketplace.invite_use v where v.user_id = u.id), 'email') as source,
      array(select distinct s.plan_key from marketplace.subscription s
        where s.user_id = u.id and ${isOpening(now)} order by 1) as plans,
      (select seen_at from marketplace.presence s where s.user_id = u.id) as last_seen_at,
      (select count(*)::int from (
        select from marketplace.post p where p.author_id = u.id and ${isLive(now)} limit ${mostCounted}) o) as listings_open,
      (select count(*)::int from (
        select from marketplace.post p where p.author_id = u.id and p.status = 'sold' limit ${mostCounted}) s) as listings_sold,
      (select count(*)::int from marketplace.moderation_case c where c.subject_id = u.id and c.is_open) as reports
    from (${pageOf(sought, { ...page, most: plannedFor(page.limit) }, now)}) u
    order by ${orders[page.sort].by} limit ${page.limit}`.execute(db)
  return rows
}
