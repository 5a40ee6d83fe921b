import { type RawBuilder, sql } from 'kysely'
import { days } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import { spoken } from '../../platform/db/words.ts'
import { orderedBy } from '../../platform/operation/order.ts'
import type { Key } from '../../platform/operation/page.ts'
import type { Caller } from '../access.ts'
import { isVisible, isVisibleOfMany, isVisibleOrKnown } from '../users/public.ts'
import { spokenAction } from './action-queries.ts'
import { amongPartners } from './partners.ts'
import { mutesKind } from './preference-queries.ts'

/** A small picture of somebody who caused a notice. */
export interface Actor {
  id: string
  name: string
  profile_photo_url: string | null
}

interface InboxRow {
  id: string
  version: number
  recipient_id: string
  actor_id: string | null
  reference_model: string
  reference_id: string
  category: string
  title: string
  title_of_many: string | null
  message: string
  post_image: string
  icon_url: string
  image_url: string
  action: { label: string; actionType: string; payload: { screen: string } } | null
  is_read: boolean
  read_at: Date | null
  is_dismissed: boolean
  dismissed_at: Date | null
  expires_at: Date | null
  created_at: Date
  updated_at: Date
  /** Where it stands: a notice of their own, a broadcast, or news of somebody whom they follow. */
  source: 'own' | 'broadcast' | 'news'
}

export interface NotificationRow extends InboxRow {
  actor_count: number
  /** The newest three. */
  actors: Actor[]
  /** Of a gathering notice: the newest that somebody said whom the reader may see. */
  said: string | null
}

export type Reader = Pick<Caller, 'id' | 'kind' | 'createdAt' | 'isVerified'>

/** A place in the list: what came later is beyond it. */
export interface Bound {
  at: Date
  id: string
}

/** Which broadcasts are for a reader as they are now. */
export const audiencesOf = ({ kind, isVerified }: Reader): string[] => [
  'everyone',
  isVerified ? 'verified' : 'unverified',
  ...(kind === 'moderator' || kind === 'administrator' ? ['staff'] : []),
]

const ownNotices = (where: RawBuilder<unknown>) => sql<InboxRow>`
  select n.id, n.version, n.recipient_id, n.actor_id, n.reference_model, n.reference_id, n.category, n.title, n.title_of_many, n.message,
    n.post_image, n.icon_url, n.image_url, n.action, n.is_read, n.read_at, n.is_dismissed, n.dismissed_at, n.expires_at,
    n.created_at, n.updated_at, 'own' as source
  from marketplace.notification n where ${where}`

const broadcasts = (reader: Pick<Reader, 'id'>, where: RawBuilder<unknown>) => sql<InboxRow>`
  select b.id, coalesce(s.version, 0) as version, ${reader.id}::uuid as recipient_id, b.actor_id, 'broadcast' as reference_model,
    b.id::text as reference_id, b.category, b.title, null as title_of_many, b.message,
    '' as post_image, b.icon_url, b.image_url, b.action, coalesce(s.is_read, false) as is_read, s.read_at,
    coalesce(s.is_dismissed, false) as is_dismissed, s.dismissed_at, b.expires_at,
    b.created_at, coalesce(s.updated_at, b.created_at) as updated_at, 'broadcast' as source
  from marketplace.broadcast b
  left join marketplace.broadcast_state s on s.broadcast_id = b.id and s.user_id = ${reader.id}
  where ${where}`

/** A listing is news for so long. */
export const newsForMs = days(7)

/** Whether the news `w` is of a birthday; all others are of a listing. */
const isBirthday = sql<boolean>`w.birthday_year is not null`

/**
 * What those tell whom the reader follows, since they follow them. Whoever follows thousands has it found in one index,
 * and in one pass over each of the lists of those who are not heard; what else a notice shows is looked up for those
 * rows alone that are given out.
 */
function followerNews(readerId: string, now: Date, where: RawBuilder<unknown>): RawBuilder<InboxRow> {
  const reader = sql`${readerId}::uuid`
  const since = sql`${new Date(now.getTime() - newsForMs)}::timestamptz`
  const told = (column: string) =>
    sql`(select ${sql.ref(`n.${column}`)} from marketplace.follower_news n where n.id = w.id)`
  const said = (words: RawBuilder<unknown>) => sql`(
    select ${words} from marketplace.follower_news n, marketplace.users me where n.id = w.id and me.id = ${reader})`
  const done = (column: string) => sql`(
    select ${sql.ref(`s.${column}`)} from marketplace.follower_news_state s where s.user_id = ${reader} and s.news_id = w.id)`
  const isDone = (column: string) => sql`(w.id in (
    select s.news_id from marketplace.follower_news_state s where s.user_id = ${reader} and ${sql.ref(`s.${column}`)}))`
  return sql<InboxRow>`
    select w.id, coalesce(${done('version')}, 0) as version, ${reader} as recipient_id, w.author_id as actor_id,
      case when ${isBirthday} then 'user' else 'post' end as reference_model,
      case when ${isBirthday} then w.author_id else ${told('post_id')} end::text as reference_id,
      case when ${isBirthday} then 'birthday' else 'new_listing' end as category,
      ${said(spoken(sql`n.title`, 'me.language'))} as title,
      null as title_of_many, ${told('message')} as message, ${told('post_image')} as post_image, '' as icon_url, '' as image_url,
      ${said(spokenAction('n.action', 'me.language'))} as action, ${isDone('is_read')} as is_read, ${done('read_at')} as read_at,
      ${isDone('is_dismissed')} as is_dismissed, ${done('dismissed_at')} as dismissed_at,
      w.created_at + make_interval(secs => ${newsForMs / 1000}) as expires_at, w.created_at,
      coalesce(${done('updated_at')}, w.created_at) as updated_at, 'news' as source
    from (
      select w.id, w.author_id, w.created_at, w.birthday_year from marketplace.follower_news w
      where w.author_id = any(array(
          select f.followee_id from marketplace.follow f where f.follower_id = ${reader} and f.created_at <= ${since}))
        and w.retracted_at is null and w.created_at > ${since}
      union all
      select w.id, w.author_id, w.created_at, w.birthday_year from marketplace.follow f
      join marketplace.follower_news w on w.author_id = f.followee_id and w.created_at >= f.created_at
      where f.follower_id = ${reader} and f.created_at > ${since} and w.retracted_at is null
    ) w
    where ${isVisibleOfMany(readerId, 'w.author_id')} and ${where} and w.author_id not in (
      select m.muted_id from marketplace.mute m where m.muter_id = ${reader} and (m.until is null or m.until > ${now}))`
}

/** Grows whenever something changes in what those tell whom a person follows; the person is a column of the statement. */
export const newsVersionOf = (person: RawBuilder<unknown>): RawBuilder<number> => sql<number>`(
  select coalesce(sum(a.version), 0) from marketplace.news_author a
  where a.author_id = any(array(select f.followee_id from marketplace.follow f where f.follower_id = ${person})))`

/** Whether anybody who caused the notice `n` may be seen; a moderator's decision always is. */
const isFromVisible = (readerId: string) => sql<boolean>`(
  n.category in ('content_violation', 'moderation') or case
    when n.category = any(${[...amongPartners]}::text[]) then ${isVisibleOrKnown(readerId, 'n.actor_id')}
    when n.title_of_many is null then ${isVisible(readerId, 'n.actor_id')}
    else exists (select 1 from marketplace.notification_actor a where a.notification_id = n.id and ${isVisible(readerId, 'a.actor_id')}) end)`

/**
 * Everything that stands in a person's inbox: their own notices, and with what they did about each the
 * broadcasts since they joined, and what those offer whom they follow. List, counts and changes all read through this, so they
 * cannot disagree. `until` keeps what came later out.
 */
export function inbox(reader: Reader, now: Date, until: Bound | null = null): RawBuilder<InboxRow> {
  return sql<InboxRow>`${sql.join(partsOf(reader, now, until), sql` union all `)}`
}

const partsOf = (reader: Reader, now: Date, until: Bound | null = null) => {
  const isWithin = (item: string) =>
    until
      ? sql`(${sql.ref(`${item}.created_at`)}, ${sql.ref(`${item}.id`)}) <= (${until.at}::timestamptz, ${until.id}::uuid)`
      : sql`true`
  const mutes = (category: RawBuilder<unknown>) => mutesKind(sql`${reader.id}::uuid`, category)
  return [
    ownNotices(sql`
      n.recipient_id = ${reader.id} and n.retracted_at is null and (n.expires_at is null or n.expires_at > ${now})
      and ${isWithin('n')} and ${isFromVisible(reader.id)}`),
    broadcasts(
      reader,
      sql`b.created_at between ${reader.createdAt} and ${now} and (b.expires_at is null or b.expires_at > ${now})
      and b.audience = any(${audiencesOf(reader)}::text[]) and ${isWithin('b')}
      and (b.category = 'breaking_news' or not ${mutes(sql`b.category`)})`,
    ),
    followerNews(
      reader.id,
      now,
      sql`${isWithin('w')} and case when ${isBirthday} then not ${mutes(sql`'birthday'`)} else not ${mutes(sql`'new_listing'`)} end`,
    ),
  ]
}

export const newestItem = orderedBy<InboxRow>(
  'desc',
  ['i.created_at', 'timestamptz', 'created_at'],
  ['i.id', 'uuid', 'id'],
)

/** Items of an inbox with the people who caused them: one, or of a gathering notice all whom the reader may see. */
const withActors = (readerId: string, items: RawBuilder<InboxRow>) => sql<NotificationRow>`
  select i.*, gathered.said, coalesce(gathered.actor_count, 1) as actor_count,
    coalesce(gathered.actors, case when u.id is null then '[]' else jsonb_build_array(
      jsonb_build_object('id', u.id, 'name', u.name, 'profile_photo_url', u.profile_photo_url)) end) as actors
  from (${items}) i
  left join marketplace.users u on u.id = i.actor_id
  left join lateral (
    select count(*) as actor_count, (array_agg(a.said order by a.at desc, p.id))[1] as said, to_jsonb((array_agg(
      jsonb_build_object('id', p.id, 'name', p.name, 'profile_photo_url', p.profile_photo_url) order by a.at desc, p.id))[1:3]) as actors
    from (
      select a.actor_id, max(a.created_at) as at, (array_agg(a.message order by a.created_at desc, a.cause desc))[1] as said
      from marketplace.notification_actor a where a.notification_id = i.id and ${isVisible(readerId, 'a.actor_id')} group by a.actor_id
    ) a join marketplace.users p on p.id = a.actor_id
  ) gathered on i.title_of_many is not null
  order by ${newestItem.by}`

export async function selectNotifications(
  db: Db,
  filter: {
    reader: Reader
    now: Date
    categories: string[] | null
    isUnreadOnly: boolean
    includesDismissed: boolean
    after: Key | undefined
    limit: number
  },
): Promise<NotificationRow[]> {
  // The newest of each part, so that each is read in the order of its index and no further than a page.
  const newestOf = (part: RawBuilder<InboxRow>) => sql<InboxRow>`
    select * from (${part}) i
    where (${filter.categories}::text[] is null or i.category = any(${filter.categories}::text[]))
      and (not ${filter.isUnreadOnly}::boolean or not i.is_read)
      and (${filter.includesDismissed}::boolean or not i.is_dismissed)
      and ${newestItem.isPast(filter.after)}
    order by ${newestItem.by} limit ${filter.limit}`
  const parts = partsOf(filter.reader, filter.now).map((part) => sql`(${newestOf(part)})`)
  const newest = newestOf(sql`${sql.join(parts, sql` union all `)}`)
  const { rows } = await withActors(filter.reader.id, newest).execute(db)
  return rows
}

export async function countUnread(
  db: Db,
  reader: Reader,
  now: Date,
  category: string | null,
): Promise<{ category: string; count: number }[]> {
  const { rows } = await sql<{ category: string; count: number }>`
    select i.category, count(*) as count from (${inbox(reader, now)}) i
    where not i.is_read and not i.is_dismissed and (${category}::text is null or i.category = ${category})
    group by i.category order by i.category`.execute(db)
  return rows
}

/** What waits unread since a moment, but for some kinds: how many, and the newest. */
export async function selectWaiting(
  db: Db,
  reader: Reader,
  now: Date,
  { since, without, most }: { since: Date; without: readonly string[]; most: number },
): Promise<{ count: number; newest: NotificationRow[] }> {
  const waiting = sql<InboxRow>`
    select i.*, count(*) over () as count from (${inbox(reader, now)}) i
    where not i.is_read and not i.is_dismissed and i.created_at > ${since} and i.category <> all(${[...without]}::text[])
    order by ${newestItem.by} limit ${most}`
  const { rows } = await sql<NotificationRow & { count: number }>`${withActors(reader.id, waiting)}`.execute(
    db,
  )
  return { count: rows[0]?.count ?? 0, newest: rows }
}

/** One item of the reader's inbox. */
export async function selectNotification(
  db: Db,
  reader: Reader,
  now: Date,
  id: string,
): Promise<NotificationRow | undefined> {
  const { rows } = await withActors(
    reader.id,
    sql<InboxRow>`select * from (${inbox(reader, now)}) i where i.id = ${id}`,
  ).execute(db)
  return rows[0]
}

export type InboxChange = 'read' | 'unread' | 'dismiss' | 'restore'

/** What an item becomes, told from the row as it is once others are done with it. */
const outcomes: Record<InboxChange, { isRead: RawBuilder<boolean>; isDismissed: RawBuilder<boolean> }> = {
  read: { isRead: sql`true`, isDismissed: sql`item.is_dismissed` },
  unread: { isRead: sql`false`, isDismissed: sql`item.is_dismissed` },
  dismiss: { isRead: sql`true`, isDismissed: sql`true` },
  restore: {
    isRead: sql`case when item.is_dismissed then item.was_read else item.is_read end`,
    isDismissed: sql`false`,
  },
}

interface Place {
  table: string
  key: RawBuilder<unknown>
  /** Makes the row, where there is one only of those who touched it. */
  touch?: RawBuilder<unknown>
}

/** Where it is kept what a reader did about an item. */
function placeOf({ id, source, created_at: at }: InboxRow, reader: Reader): Place {
  if (source === 'own')
    return {
      table: 'marketplace.notification',
      key: sql`item.id = ${id} and item.recipient_id = ${reader.id}`,
    }
  const [table, column] =
    source === 'broadcast'
      ? ['marketplace.broadcast_state', 'broadcast_id']
      : ['marketplace.follower_news_state', 'news_id']
  return {
    table,
    key: sql`${sql.ref(`item.${column}`)} = ${id} and item.user_id = ${reader.id}`,
    touch: sql`
      insert into ${sql.table(table)} (${sql.ref(column)}, user_id, version, is_read, updated_at)
      values (${id}, ${reader.id}, 0, false, ${at}) on conflict do nothing`,
  }
}

/**
 * Changes one item of the reader's inbox. Times are set once; a repeat changes nothing. Dismissing
 * also reads; restoring brings back the reading as it was.
 * @returns undefined when it is not in their inbox.
 */
export async function changeNotification(
  db: Db,
  reader: Reader,
  id: string,
  change: InboxChange,
  now: Date,
): Promise<{ row: NotificationRow; isChanged: boolean } | undefined> {
  const before = await selectNotification(db, reader, now, id)
  if (!before) return undefined
  const { touch, table, key } = placeOf(before, reader)
  await touch?.execute(db)
  const { isRead, isDismissed } = outcomes[change]
  const { rows } = await sql`
    update ${sql.table(table)} as item set
      is_read = ${isRead},
      read_at = case when ${isRead} then coalesce(item.read_at, ${now}) end,
      was_read = case when ${isDismissed} and not item.is_dismissed then item.is_read else item.was_read end,
      is_dismissed = ${isDismissed},
      dismissed_at = case when ${isDismissed} then coalesce(item.dismissed_at, ${now}) end,
      version = item.version + 1, updated_at = ${now}
    where ${key} and (${isRead}, ${isDismissed}) is distinct from (item.is_read, item.is_dismissed) returning 1`.execute(
    db,
  )
  const isChanged = rows.length > 0
  const row = await selectNotification(db, reader, now, id)
  return row && { row, isChanged }
}

/** Reads or dismisses everything up to a place in the list; what comes later stays. @returns how many changed. */
export async function changeAll(
  db: Db,
  reader: Reader,
  change: 'read' | 'dismiss',
  filter: { until: Bound; category: string | null },
  now: Date,
): Promise<number> {
  const isDismissing = sql.lit(change === 'dismiss')
  const meant = sql`
    select i.id, i.source, i.is_read from (${inbox(reader, now, filter.until)}) i
    where not i.is_dismissed and (${isDismissing} or not i.is_read) and (${filter.category}::text is null or i.category = ${filter.category})`
  const touched = (table: string, column: string, source: InboxRow['source']) => sql`
    insert into ${sql.table(table)} as s (${sql.ref(column)}, user_id, is_read, read_at, is_dismissed, dismissed_at, was_read, updated_at)
    select id, ${reader.id}::uuid, true, ${now}::timestamptz, ${isDismissing}, case when ${isDismissing} then ${now}::timestamptz end, is_read,
      ${now}::timestamptz
    from meant where source = ${sql.lit(source)}
    on conflict (user_id, ${sql.ref(column)}) do update set is_read = true, read_at = coalesce(s.read_at, excluded.read_at),
      is_dismissed = excluded.is_dismissed, dismissed_at = excluded.dismissed_at, was_read = s.is_read, version = s.version + 1,
      updated_at = excluded.updated_at
    returning 1`
  const { rows } = await sql<{ updated: number }>`
    with meant as materialized (${meant}),
    own as (
      update marketplace.notification n set is_read = true, read_at = coalesce(n.read_at, ${now}), is_dismissed = ${isDismissing},
        dismissed_at = case when ${isDismissing} then ${now}::timestamptz end, was_read = n.is_read, version = n.version + 1, updated_at = ${now}
      from meant where n.id = meant.id and meant.source = 'own' and not n.is_dismissed and (${isDismissing} or not n.is_read) returning n.id
    ),
    broadcasts as (${touched('marketplace.broadcast_state', 'broadcast_id', 'broadcast')}),
    news as (${touched('marketplace.follower_news_state', 'news_id', 'news')})
    select (select count(*) from own) + (select count(*) from broadcasts) + (select count(*) from news) as updated`.execute(
    db,
  )
  return rows[0]?.updated ?? 0
}

/** A broadcast as it comes into somebody's inbox, now or at its time. */
export async function selectBroadcast(
  db: Db,
  reader: Pick<Reader, 'id'>,
  id: string,
): Promise<NotificationRow | undefined> {
  const { rows } = await withActors(reader.id, broadcasts(reader, sql`b.id = ${id}`)).execute(db)
  return rows[0]
}

/** The notice that a cause made for a person, whatever became of it. */
export async function selectNotificationByCause(
  db: Db,
  sourceEvent: string,
  recipientId: string,
): Promise<NotificationRow | undefined> {
  const { rows } = await withActors(
    recipientId,
    ownNotices(sql`n.source_event = ${sourceEvent} and n.recipient_id = ${recipientId}`),
  ).execute(db)
  return rows[0]
}
