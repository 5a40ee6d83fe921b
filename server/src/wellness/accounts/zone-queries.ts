import { sql } from 'kysely'
import { days } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import type { DeviceType } from '../devices/public.ts'
import { columns, dayStartAt, type UserRow } from './queries.ts'

const phoneCounts = days(30)

export interface Sighting {
  userId: string
  client: { deviceType: DeviceType | null; timezone: string | null; language: string | null }
  at: Date
}

/**
 * Notes that a user was there. Unless they fixed their zone it follows their phone, and a browser
 * only while no phone was seen for a month; what changed goes into the history of zones. They are spoken
 * with in the language that their app was in last.
 */
export async function recordSighting(
  db: Db,
  seen: Sighting,
): Promise<(UserRow & { has_moved: boolean }) | undefined> {
  const { deviceType, timezone, language } = seen.client
  const isOnPhone = deviceType === 'IOS' || deviceType === 'ANDROID'
  const { rows } = await sql<UserRow & { has_moved: boolean }>`
    with known as (
      select u.id, u.timezone, case
        when ${timezone}::text is null or u.timezone_mode = 'FIXED' then u.timezone
        when ${isOnPhone}::boolean or not exists (
          select 1 from wellness.device d where d.user_id = u.id and d.type in ('IOS', 'ANDROID')
            and d.last_seen_at > ${new Date(seen.at.getTime() - phoneCounts)}) then ${timezone}::text
        else u.timezone end as next_timezone
      from wellness.users u where u.id = ${seen.userId} for update of u
    ), seen as (
      update wellness.users u set last_seen_at = ${seen.at}, timezone = known.next_timezone,
        language = coalesce(${language}::text, u.language)
      from known where u.id = known.id returning ${columns}, known.timezone <> known.next_timezone as has_moved
    ), moved as (
      insert into wellness.zone_history (user_id, began_at, timezone, day_start_minutes, source)
      select u.id, ${seen.at}::timestamptz, u.timezone, ${dayStartAt(seen.at)}, 'DEVICE'
      from seen u where u.has_moved
      on conflict (user_id, began_at) do update set timezone = excluded.timezone
    )
    select * from seen`.execute(db)
  return rows[0]
}

export interface SelfDescription {
  gender?: string | undefined
  dateOfBirth?: string | undefined
  heightCm?: number | undefined
  weightKg?: number | undefined
  timezone?: string | undefined
  dayStartMinutes?: number | undefined
  weekStart?: UserRow['week_start'] | undefined
}

/**
 * Keeps what somebody says of themselves; what they do not say stays. In which zone their days are counted
 * from now on goes into the history of zones. Another start of the day is to be planned then.
 */
export async function updateSelf(
  db: Db,
  userId: string,
  said: SelfDescription,
  at: Date,
): Promise<UserRow | undefined> {
  const { rows } = await sql<UserRow>`
    with known as (
      select u.id, u.timezone, u.day_start_minutes, ${dayStartAt(at)} as day_start, (u.gender, u.date_of_birth, u.height_cm, u.weight_kg, u.timezone, u.day_start_minutes, u.week_start)
        is distinct from (next.gender, next.date_of_birth, next.height_cm, next.weight_kg, next.timezone, next.day_start_minutes, next.week_start) as differs,
        next.gender as next_gender, next.date_of_birth as next_date_of_birth, next.height_cm as next_height_cm, next.weight_kg as next_weight_kg,
        next.timezone as next_timezone, next.day_start_minutes as next_day_start_minutes, next.week_start as next_week_start
      from wellness.users u cross join lateral (select coalesce(${said.gender ?? null}::text, u.gender) as gender,
        coalesce(${said.dateOfBirth ?? null}::date, u.date_of_birth) as date_of_birth,
        coalesce(${said.heightCm ?? null}::float8, u.height_cm) as height_cm, coalesce(${said.weightKg ?? null}::float8, u.weight_kg) as weight_kg,
        coalesce(${said.timezone ?? null}::text, u.timezone) as timezone,
        coalesce(${said.dayStartMinutes ?? null}::int, u.day_start_minutes) as day_start_minutes,
        coalesce(${said.weekStart ?? null}::text, u.week_start) as week_start) next
      where u.id = ${userId} for update of u
    ), changed as (
      update wellness.users u set gender = known.next_gender, date_of_birth = known.next_date_of_birth, height_cm = known.next_height_cm,
        weight_kg = known.next_weight_kg, timezone = known.next_timezone, day_start_minutes = known.next_day_start_minutes,
        day_start_before = case when known.day_start_minutes <> known.next_day_start_minutes then known.day_start else u.day_start_before end,
        day_start_from = case when known.day_start_minutes <> known.next_day_start_minutes
          then wellness.end_of_day(${at}::timestamptz, known.next_timezone, known.day_start) else u.day_start_from end,
        week_start = known.next_week_start, version = u.version + known.differs::int,
        updated_at = case when known.differs then ${at}::timestamptz else u.updated_at end
      from known where u.id = known.id returning ${columns}
    ), moved as (
      insert into wellness.zone_history (user_id, began_at, timezone, day_start_minutes, source)
      select changed.id, ${at}::timestamptz, changed.timezone, known.day_start, 'PROFILE'
      from changed join known on known.id = changed.id where known.timezone <> changed.timezone
      on conflict (user_id, began_at) do update set timezone = excluded.timezone
    )
    select * from changed`.execute(db)
  return rows[0]
}

/** Has another start of the day hold from the end of the day that somebody lives, wherever that is now. */
export async function planDayStart(db: Db, userId: string, at: Date): Promise<void> {
  await sql`
    update wellness.users u set day_start_from = wellness.end_of_day(${at}::timestamptz, u.timezone, u.day_start_before)
    where u.id = ${userId} and u.day_start_from > ${at}`.execute(db)
  await sql`delete from wellness.zone_history where user_id = ${userId} and began_at > ${at}`.execute(db)
  await sql`
    insert into wellness.zone_history (user_id, began_at, timezone, day_start_minutes, source)
    select u.id, u.day_start_from, u.timezone, u.day_start_minutes, 'PROFILE' from wellness.users u
    where u.id = ${userId} and u.day_start_from > ${at}`.execute(db)
}

/** What is delivered late comes at most so late. */
const latest = days(8)

/**
 * Notes that a user was somewhere in the past, by the rules of a sighting. Whatever order such things come in,
 * the same history comes of them: so each is kept, also one that changes nothing, until no earlier one can come.
 * @returns the user, when that is the last that is known of where they are, and news
 */
export async function recordLateSighting(
  db: Db,
  { userId, client: { deviceType, timezone }, at }: Sighting,
  now: Date,
): Promise<Pick<UserRow, 'id' | 'day_start_from'> | undefined> {
  const isOnPhone = deviceType === 'IOS' || deviceType === 'ANDROID'
  const { rows } = await sql<{ timezone: string; last_seen_at: Date | null }>`
    select u.timezone, u.last_seen_at from wellness.users u
    where u.id = ${userId} and u.timezone_mode = 'AUTO' and (${isOnPhone}::boolean or not exists (
      select 1 from wellness.device d where d.user_id = u.id and d.type in ('IOS', 'ANDROID')
        and d.last_seen_at > ${new Date(at.getTime() - phoneCounts)}))
    for update of u`.execute(db)
  const [known] = rows
  if (!known) return undefined
  // Where they were seen last was only written down if it was news then.
  const written = sql`
    insert into wellness.zone_history (user_id, began_at, timezone, day_start_minutes, source)
    select ${userId}, s.at, s.timezone, h.day_start_minutes, 'DEVICE'
    from (values (${at}::timestamptz, ${timezone}::text, true), (${known.last_seen_at}::timestamptz, ${known.timezone}::text, false))
      s(at, timezone, is_event)
    cross join lateral (select h.day_start_minutes from wellness.zone_history h
      where h.user_id = ${userId} and h.began_at <= s.at order by h.began_at desc limit 1) h
    where s.is_event or not exists (select 1 from wellness.zone_history l
      where l.user_id = ${userId} and l.began_at >= s.at and l.began_at <= ${now})
    on conflict (user_id, began_at) do nothing`
  const swept = sql`
    delete from wellness.zone_history where user_id = ${userId} and began_at in (
      select h.began_at from (
        select began_at, lag(timezone) over w = timezone and lag(day_start_minutes) over w = day_start_minutes as is_same
        from wellness.zone_history where user_id = ${userId} window w as (order by began_at)) h
      where h.is_same and h.began_at < ${new Date(now.getTime() - latest)})`
  const moved = sql<Pick<UserRow, 'id' | 'day_start_from'>>`
    update wellness.users u set timezone = last.timezone
    from (select timezone from wellness.zone_history where user_id = ${userId} and began_at <= ${now}
      order by began_at desc limit 1) last
    where u.id = ${userId} and u.timezone <> last.timezone returning u.id, u.day_start_from`
  // Each sees what the one before it wrote: they go to the database in this order.
  const [, , { rows: moves }] = await Promise.all([written.execute(db), swept.execute(db), moved.execute(db)])
  return moves[0]
}

/** A time in one zone: from then until the next one begins. Before the first, its zone holds, too. */
export interface Stay {
  beganAt: Date
  timezone: string
  dayStartMinutes: number
}

const mostStays = 300
const mostSightings = 1000

/** The zones that somebody's days were counted in until now, oldest first; of a very long history its end. */
export async function selectStays(db: Db, userId: string, now: Date): Promise<Stay[]> {
  const { rows } = await sql<Stay>`
    select h.began_at as "beganAt", h.timezone, h.day_start_minutes as "dayStartMinutes"
    from (
      select l.*, lag(l.timezone) over w is distinct from l.timezone
        or lag(l.day_start_minutes) over w is distinct from l.day_start_minutes as is_new
      from (select began_at, timezone, day_start_minutes from wellness.zone_history
        where user_id = ${userId} and began_at <= ${now} order by began_at desc limit ${mostSightings}) l
      window w as (order by l.began_at)) h
    where h.is_new order by h.began_at desc limit ${mostStays}`.execute(db)
  return rows.reverse()
}

/** A time for which an account was suspended; without an end it still is. */
export interface Suspension {
  beganAt: Date
  endedAt: Date | null
}

export async function selectSuspensions(db: Db, userId: string): Promise<Suspension[]> {
  const { rows } = await sql<Suspension>`
    select began_at as "beganAt", coalesce(ended_at, until) as "endedAt" from wellness.suspension
    where user_id = ${userId} order by began_at`.execute(db)
  return rows
}
