import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { orderedBy } from '../../platform/operation/order.ts'
import type { Key } from '../../platform/operation/page.ts'
import type { SetStatus, Standing } from './serving.ts'

/** What somebody answered of a questionnaire, and how far they are. */
export interface StandingRow extends Standing {
  set_id: string | null
  sealed: Buffer | null
  previous_id: string | null
  amends_previous: boolean
  started_at: Date | null
  completed_at: Date | null
  /** The version that they were given last. */
  served: number | null
}

/** @returns undefined where there is no such questionnaire. */
export async function selectStanding(
  db: Db,
  userId: string,
  instrument: string,
): Promise<StandingRow | undefined> {
  const { rows } = await sql<StandingRow>`
    select i.version as newest, s.id as set_id, s.number, s.status, s.sealed, s.previous_id, coalesce(s.amends_previous, false) as amends_previous,
      s.started_at, s.completed_at, a.served,
      (select next.created_at from wellness.instrument_version next
        where next.instrument = i.name and next.number = s.number + 1) as superseded_at,
      exists (select from wellness.instrument_version later
        where later.instrument = i.name and later.number > s.number and later.asks_again) as asks_again
    from wellness.instrument i
      left join wellness.answering a on a.instrument = i.name and a.user_id = ${userId}
      left join wellness.answer_set s on s.id = a.set_id
    where i.name = ${instrument} and i.version > 0`.execute(db)
  return rows[0]
}

/** Holds what somebody answers of a questionnaire, so that their phones take turns. */
export async function lockAnswering(db: Db, userId: string, instrument: string): Promise<void> {
  await sql`
    insert into wellness.answering (user_id, instrument) values (${userId}, ${instrument})
    on conflict (user_id, instrument) do update set user_id = excluded.user_id`.execute(db)
}

/** Keeps which versions people were given last. Whoever has left meanwhile has none. */
export async function keepServed(
  db: Db,
  served: readonly { userId: string; instrument: string; number: number }[],
): Promise<void> {
  await sql`
    insert into wellness.answering (user_id, instrument, served)
    select u.id, given.instrument, given.number
    from jsonb_to_recordset(${JSON.stringify(served.map(({ userId, ...rest }) => ({ user_id: userId, ...rest })))}::jsonb)
        as given (user_id uuid, instrument text, number int)
      join wellness.users u on u.id = given.user_id
    order by 1, 2
    on conflict (user_id, instrument) do update set served = excluded.served`.execute(db)
}

export async function hasSet(
  db: Db,
  of: { userId: string; instrument: string; id: string },
): Promise<boolean> {
  const { rows } = await sql`
    select from wellness.answer_set where id = ${of.id} and user_id = ${of.userId} and instrument = ${of.instrument}`.execute(
    db,
  )
  return rows.length > 0
}

export interface NewSet {
  id: string
  userId: string
  instrument: string
  number: number
  status: SetStatus
  previousId: string | null
  amendsPrevious: boolean
  sealed: Buffer
  completedAt: Date | null
  at: Date
}

/** Begins a set, which is the one that counts from now on. */
export async function insertSet(db: Db, set: NewSet): Promise<void> {
  await sql`
    insert into wellness.answer_set (id, user_id, instrument, number, status, previous_id, amends_previous, sealed, started_at, completed_at, updated_at)
    values (${set.id}, ${set.userId}, ${set.instrument}, ${set.number}, ${set.status}, ${set.previousId}, ${set.amendsPrevious}, ${set.sealed},
      ${set.at}, ${set.completedAt}, ${set.at})`.execute(db)
  await sql`
    update wellness.answering set set_id = ${set.id} where user_id = ${set.userId} and instrument = ${set.instrument}`.execute(
    db,
  )
}

export async function updateSet(
  db: Db,
  set: Pick<NewSet, 'id' | 'number' | 'status' | 'sealed' | 'completedAt' | 'at'>,
): Promise<void> {
  await sql`
    update wellness.answer_set set number = ${set.number}, status = ${set.status}, sealed = ${set.sealed}, completed_at = ${set.completedAt},
      updated_at = ${set.at}
    where id = ${set.id}`.execute(db)
}

/** Notes that the questions have answers; what has them is never deleted. */
export async function noteAnswered(db: Db, questionIds: readonly string[]): Promise<void> {
  if (questionIds.length === 0) return
  await sql`
    update wellness.question q set is_answered = true
    from (select id from wellness.question where id = any(${[...questionIds]}::uuid[]) and not is_answered order by id for update) fresh
    where q.id = fresh.id`.execute(db)
}

export interface CountChange {
  questionId: string
  counted: string
  by: number
}

/** Counts answers in and out. In one order, so that nobody waits in a circle. */
export async function changeCounts(db: Db, changes: readonly CountChange[]): Promise<void> {
  if (changes.length === 0) return
  await sql`
    insert into wellness.answer_count as known (question_id, counted, total)
    select "questionId", counted, sum(by) from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb)
      as change ("questionId" uuid, counted text, by int)
    group by 1, 2 having sum(by) <> 0 order by 1, 2
    on conflict (question_id, counted) do update set total = known.total + excluded.total`.execute(db)
}

export interface SetRow {
  id: string
  instrument: string
  number: number
  status: SetStatus
  amends_previous: boolean
  previous_id: string | null
  sealed: Buffer
  started_at: Date
  completed_at: Date | null
}

export const newestSet = orderedBy<SetRow>(
  'desc',
  ['s.started_at', 'timestamptz', 'started_at'],
  ['s.id', 'uuid', 'id'],
)

const setColumns = sql`s.id, s.instrument, s.number, s.status, s.amends_previous, s.previous_id, s.sealed, s.started_at, s.completed_at`

/** What somebody answered last of each questionnaire. */
export async function selectCurrentSets(db: Db, userId: string): Promise<SetRow[]> {
  const { rows } = await sql<SetRow>`
    select ${setColumns} from wellness.answering a join wellness.answer_set s on s.id = a.set_id
    where a.user_id = ${userId} order by s.instrument`.execute(db)
  return rows
}

/** Everything that somebody answered of a questionnaire over time, the newest first. */
export async function selectSets(
  db: Db,
  filter: { userId: string; instrument: string; after: Key | undefined; limit: number },
): Promise<SetRow[]> {
  const { rows } = await sql<SetRow>`
    select ${setColumns} from wellness.answer_set s
    where s.user_id = ${filter.userId} and s.instrument = ${filter.instrument} and ${newestSet.isPast(filter.after)}
    order by ${newestSet.by} limit ${filter.limit}`.execute(db)
  return rows
}

export interface AskedAgainRow {
  user_id: string
  name: string
  email: string | null
  language: string
  wants_mail: boolean
}

/** Those whose answers are to an earlier version, by id after one. */
export async function selectAskedAgain(
  db: Db,
  asked: { instrument: string; number: number; after: string | null; limit: number },
): Promise<AskedAgainRow[]> {
  const { rows } = await sql<AskedAgainRow>`
    select a.user_id, u.name, u.email, u.language, coalesce(p.email, true) as wants_mail
    from wellness.answering a join wellness.answer_set s on s.id = a.set_id join wellness.users u on u.id = a.user_id
      left join wellness.preference p on p.user_id = a.user_id
    where a.instrument = ${asked.instrument} and s.number < ${asked.number} and s.status <> 'IN_PROGRESS' and u.status = 'ACTIVE'
      and (${asked.after}::uuid is null or a.user_id > ${asked.after}::uuid)
    order by a.user_id limit ${asked.limit}`.execute(db)
  return rows
}
