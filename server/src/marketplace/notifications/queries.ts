import { type RawBuilder, sql } from 'kysely'
import { days } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import { spoken } from '../../platform/db/words.ts'
import type { Words } from '../../platform/language.ts'
import { hasDevice } from '../devices/public.ts'
import { hasAccount, hasMuted } from '../users/public.ts'
import { type NoticeAction, spokenAction } from './action-queries.ts'
import { neverMuted } from './kinds.ts'
import { mutesKind } from './preference-queries.ts'
import type { Audience, Category } from './shapes.ts'

export interface NewNotification {
  id: string
  recipientId: string
  actorId: string | null
  reference: { model: string; id: string }
  category: string
  title: Words
  titleOfMany: Words | null
  message: Words
  postImage: string
  imageUrl: string
  action: NoticeAction | null
  sourceEvent: string
}

const fromJson = (notices: readonly NewNotification[]) =>
  sql`jsonb_to_recordset(${JSON.stringify(
    notices.map((n) => ({
      id: n.id,
      recipient_id: n.recipientId,
      actor_id: n.actorId,
      reference_model: n.reference.model,
      reference_id: n.reference.id,
      category: n.category,
      title: n.title,
      title_of_many: n.titleOfMany,
      message: n.message,
      post_image: n.postImage,
      image_url: n.imageUrl,
      action: n.action,
      source_event: n.sourceEvent,
    })),
  )}::jsonb) as n(id uuid, recipient_id uuid, actor_id uuid, reference_model text, reference_id text, category text, title jsonb,
    title_of_many jsonb, message jsonb, post_image text, image_url text, action jsonb, source_event text)`

interface Recipient {
  recipient_id: string
}

const recipientsOf = ({ rows }: { rows: Recipient[] }) => rows.map((row) => row.recipient_id)

const columns = sql`id, recipient_id, actor_id, reference_model, reference_id, category, title, title_of_many, message, post_image,
  image_url, action, source_event`

const said = (column: string) => spoken(sql.ref(column), 'u.language')

/** The same, with what is said in the language of the recipient `u`. */
const asRead = sql`n.id, n.recipient_id, n.actor_id, n.reference_model, n.reference_id, n.category, ${said('n.title')},
  ${said('n.title_of_many')}, ${said('n.message')}, n.post_image, n.image_url,
  ${spokenAction('n.action', 'u.language')}, n.source_event`

const staysForGood = sql`category = any(${[...neverMuted]}::text[])`

/** Who is about to leave reads of what was decided about them, should they come back. */
const reaches = sql`(${hasAccount('u')} or (u.status = 'pending_deletion' and ${staysForGood}))`

interface Written extends Recipient {
  id: string
  /** Whether it can be pushed to anything. */
  has_device: boolean
}

/** Writes a notice once per cause and person, unless they muted who caused it, or its kind. @returns the ones that are new. */
export async function insertNotifications(
  db: Db,
  notices: readonly NewNotification[],
  now: Date,
): Promise<Written[]> {
  if (notices.length === 0) return []
  const { rows } = await sql<Written>`
    insert into marketplace.notification (${columns}, created_at, updated_at)
    select ${asRead}, ${now}, ${now} from ${fromJson(notices)}
    join marketplace.users u on u.id = n.recipient_id and ${reaches}
    where ${staysForGood} or (not ${mutesKind(sql`n.recipient_id`, sql`n.category`)}
      and (n.actor_id is null or not ${hasMuted(sql`n.recipient_id`, sql`n.actor_id`, now)}))
    on conflict (source_event, recipient_id) do nothing
    returning id, recipient_id, ${hasDevice(sql`recipient_id`)} as has_device`.execute(db)
  return rows
}

/** Something that somebody said, and under which cause it can be taken back. */
export interface Saying {
  cause: string
  message: string
}

interface Joining {
  sourceEvent: string
  recipientId: string
  actorId: string
  /** Where they may say several things, each of which stands by itself. */
  said: Saying | undefined
}

/**
 * Takes a person into a notice that gathers those who did the same; it stands again if everybody
 * had left it, as read or unread as it was. The notice has been written before, unless its reader muted everybody.
 * @returns whether they are in it
 */
export async function joinNotification(
  db: Db,
  { sourceEvent, recipientId, actorId, said }: Joining,
  now: Date,
): Promise<boolean> {
  const { rows } = await sql`
    with gathering as (
      update marketplace.notification set actor_id = ${actorId}, retracted_at = null, version = version + 1, updated_at = ${now}
      where source_event = ${sourceEvent} and recipient_id = ${recipientId}
        and not ${hasMuted(sql`recipient_id`, sql`${actorId}::uuid`, now)}
      returning id
    )
    insert into marketplace.notification_actor (notification_id, actor_id, cause, message, created_at)
    select id, ${actorId}, ${said?.cause ?? ''}, ${said?.message ?? null}, ${now} from gathering
    on conflict (notification_id, actor_id, cause) do update set created_at = excluded.created_at returning 1`.execute(
    db,
  )
  return rows.length > 0
}

/**
 * Takes somebody out of the gathering notices about some things; one that nobody is left in is taken back.
 * @returns whose inbox that changed.
 */
export async function leaveNotifications(
  db: Db,
  { actorId, category, referenceIds }: { actorId: string; category: string; referenceIds: readonly string[] },
  now: Date,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select n.id from marketplace.notification n
    where n.reference_id = any(${[...referenceIds]}::text[]) and n.category = ${category} and n.title_of_many is not null
      and n.retracted_at is null
    order by n.id for update`.execute(db)
  const ids = rows.map((row) => row.id)
  if (ids.length === 0) return []
  const { rows: left } = await sql<{ notification_id: string }>`
    delete from marketplace.notification_actor where notification_id = any(${ids}::uuid[]) and actor_id = ${actorId} returning notification_id`.execute(
    db,
  )
  return settleGatherings(db, left, now)
}

/**
 * Takes something that was said out of the notice that gathers it.
 * @returns whose inbox that changed.
 */
export async function takeOutOfNotification(db: Db, cause: string, now: Date): Promise<string[]> {
  // Locked first, as by those who join it.
  await sql`
    select from marketplace.notification n
    where n.id in (select a.notification_id from marketplace.notification_actor a where a.cause = ${cause} and a.cause <> '')
    order by n.id for update`.execute(db)
  const { rows } = await sql<{ notification_id: string }>`
    delete from marketplace.notification_actor where cause = ${cause} and cause <> '' returning notification_id`.execute(
    db,
  )
  return rows.length === 0 ? [] : settleGatherings(db, rows, now)
}

/** Names the newest of those who are still in some notices that were left; one without anybody is taken back. */
async function settleGatherings(
  db: Db,
  left: readonly { notification_id: string }[],
  now: Date,
): Promise<string[]> {
  const touched = await sql<Recipient>`
    update marketplace.notification n set version = n.version + 1, updated_at = ${now},
      actor_id = coalesce(newest.actor_id, n.actor_id),
      retracted_at = coalesce(n.retracted_at, case when newest.actor_id is null then ${now}::timestamptz end)
    from unnest(${left.map((row) => row.notification_id)}::uuid[]) as touched(id)
    left join lateral (
      select a.actor_id from marketplace.notification_actor a where a.notification_id = touched.id order by a.created_at desc, a.actor_id limit 1
    ) newest on true
    where n.id = touched.id returning n.recipient_id`.execute(db)
  return recipientsOf(touched)
}

export interface StandingNotification {
  sourceEvent: string
  isOpen: boolean
  createdAt: Date
}

interface Standing {
  recipientId: string
  category: string
  referenceId: string
}

/**
 * The newest notice of a category about a thing that stands in a person's inbox, and whether they have yet to
 * deal with it; with `cause`, of those whose cause begins so.
 */
export const standingNotification = (
  {
    recipientId,
    category,
    referenceId,
  }: Omit<Standing, 'recipientId'> & {
    recipientId: string | RawBuilder<string>
  },
  cause = '',
): RawBuilder<StandingNotification> => sql<StandingNotification>`
  select source_event as "sourceEvent", not is_read and not is_dismissed as "isOpen", created_at as "createdAt"
  from marketplace.notification
  where reference_id = ${referenceId} and recipient_id = ${recipientId} and category = ${category} and retracted_at is null
    and starts_with(source_event, ${cause}::text)
  order by created_at desc, id desc limit 1`

export async function findStandingNotification(
  db: Db,
  standing: Standing,
  cause?: string,
): Promise<StandingNotification | undefined> {
  const { rows } = await standingNotification(standing, cause).execute(db)
  return rows[0]
}

/** Nothing is left of the words: they may be of somebody who deleted them. What gathers people may stand again. */
const takenBack = (now: Date) =>
  sql`retracted_at = ${now}, message = case when title_of_many is null then '' else message end`

/**
 * Takes notices back when their cause is gone; they leave the list and the count together.
 * @returns whose inbox that changed.
 */
export async function retractNotifications(db: Db, sourceEvent: string, now: Date): Promise<string[]> {
  return recipientsOf(
    await sql<Recipient>`
      update marketplace.notification set ${takenBack(now)} where source_event = ${sourceEvent} and retracted_at is null
      returning recipient_id`.execute(db),
  )
}

/**
 * Takes back a person's unread notices of a category whose cause begins so, for one that says the same of them all.
 * @returns their causes.
 */
export async function retractUnread(
  db: Db,
  { recipientId, category, cause }: { recipientId: string; category: Category; cause: string },
  now: Date,
): Promise<string[]> {
  const { rows } = await sql<{ sourceEvent: string }>`
    update marketplace.notification set ${takenBack(now)}
    where recipient_id = ${recipientId} and category = ${category} and not is_read and not is_dismissed and retracted_at is null
      and starts_with(source_event, ${cause})
    returning source_event as "sourceEvent"`.execute(db)
  return rows.map((row) => row.sourceEvent)
}

/** Takes back what one person caused in another's inbox. */
export async function retractNotificationsBetween(
  db: Db,
  actorId: string,
  recipientId: string,
  now: Date,
): Promise<void> {
  await sql`
    update marketplace.notification set ${takenBack(now)}
    where actor_id = ${actorId} and recipient_id = ${recipientId} and retracted_at is null and title_of_many is null
      and not ${staysForGood}`.execute(db)
}

/**
 * Takes back what everybody was told of a thing that is gone, or only the news of some categories that hold no more.
 * @returns whose inbox that changed.
 */
export async function retractNotificationsAbout(
  db: Db,
  referenceId: string,
  now: Date,
  ...categories: Category[]
): Promise<string[]> {
  return recipientsOf(
    await sql<Recipient>`
      update marketplace.notification set ${takenBack(now)}
      where reference_id = ${referenceId} and retracted_at is null and not ${staysForGood}
        and (${categories.length === 0}::boolean or category = any(${categories}::text[]))
      returning recipient_id`.execute(db),
  )
}

export const keptForMs = days(180)

export interface NewBroadcast {
  id: string
  actorId: string
  category: 'tutorial' | 'breaking_news'
  title: string
  message: string
  iconUrl: string
  imageUrl: string
  action: object | null
  audience: Audience
  startsAt: Date
  expiresAt: Date | null
}

export async function insertBroadcast(db: Db, broadcast: NewBroadcast): Promise<void> {
  await sql`
    insert into marketplace.broadcast (id, actor_id, category, title, message, icon_url, image_url, action, audience, expires_at, created_at)
    values (${broadcast.id}, ${broadcast.actorId}, ${broadcast.category}, ${broadcast.title}, ${broadcast.message}, ${broadcast.iconUrl},
      ${broadcast.imageUrl}, ${JSON.stringify(broadcast.action)}::jsonb, ${broadcast.audience}, ${broadcast.expiresAt}, ${broadcast.startsAt})`.execute(
    db,
  )
}

export async function deleteBroadcasts(db: Db, ids: readonly string[]): Promise<void> {
  await sql`delete from marketplace.broadcast where id = any(${[...ids]}::uuid[])`.execute(db)
}

export async function countAudience(db: Db, audience: Audience): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from marketplace.users
    where status = 'active' and case ${audience}::text when 'verified' then is_verified when 'unverified' then not is_verified
      when 'staff' then role <> 'user' else true end`.execute(db)
  return rows[0]?.count ?? 0
}

/** Takes back everything that somebody was told. */
export async function retractAllOf(db: Db, recipientId: string, now: Date): Promise<void> {
  await sql`
    update marketplace.notification set ${takenBack(now)} where recipient_id = ${recipientId} and retracted_at is null`.execute(
    db,
  )
}
