import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { orderedBy } from '../../platform/operation/order.ts'
import type { Key } from '../../platform/operation/page.ts'
import type { AskedQuestion, QuestionContent } from './question.ts'
import type { Scoring } from './scoring.ts'

export type QuestionStatus = 'ACTIVE' | 'INACTIVE' | 'RETIRED'

/** A question as administrators see it: what it says, at present or in a past version. */
export interface QuestionRow extends AskedQuestion {
  instrument: string
  status: QuestionStatus
  version: number
  place: number
  is_answered: boolean
  instrument_version: number
  created_at: Date
  updated_at: Date
}

/** Deleted before anybody answered it: only the versions that asked it, and who is still answering one, know it. */
export const isGone = ({ status, is_answered }: Pick<QuestionRow, 'status' | 'is_answered'>): boolean =>
  status === 'RETIRED' && !is_answered

const content = sql`r.id as revision_id, r.text, r.help_text, r.type, r.min, r.max, r.step, r.is_required, r.is_sensitive,
  r.enable_when, r.safety_rule, r.translations, coalesce((
    select jsonb_agg(jsonb_build_object('id', o.option_id, 'label', o.label, 'score', o.score, 'isExclusive', o.is_exclusive) order by o.position)
    from wellness.question_option o where o.revision_id = r.id), '[]') as options`

const record = sql`q.id, q.instrument, q.status, q.version, q.is_answered, i.version as instrument_version, q.created_at, q.updated_at, ${content}`

/** What a question says now. */
const newestRevision = sql`wellness.question_revision r on r.question_id = q.id
  and r.number = (select max(n.number) from wellness.question_revision n where n.question_id = q.id)`

/** The questions of a version of a questionnaire, in their order. */
export async function selectAsked(db: Db, instrument: string, number: number): Promise<AskedQuestion[]> {
  const { rows } = await sql<AskedQuestion>`
    select r.question_id as id, ${content}
    from wellness.instrument_version_question listed join wellness.question_revision r on r.id = listed.revision_id
    where listed.instrument = ${instrument} and listed.number = ${number} order by listed.position`.execute(
    db,
  )
  return rows
}

/** How a version is counted; undefined where there is no such version. */
export async function selectVersion(
  db: Db,
  instrument: string,
  number: number,
): Promise<{ scoring: Scoring | null; superseded_at: Date | null } | undefined> {
  const { rows } = await sql<{ scoring: Scoring | null; superseded_at: Date | null }>`
    select v.scoring, (select next.created_at from wellness.instrument_version next
      where next.instrument = v.instrument and next.number = v.number + 1) as superseded_at
    from wellness.instrument_version v where v.instrument = ${instrument} and v.number = ${number}`.execute(
    db,
  )
  return rows[0]
}

/** A version of a questionnaire. */
interface AskedVersion {
  instrument: string
  number: number
}

interface WhatWasAsked {
  scoring: Scoring | null
  questions: AskedQuestion[]
}

/** What several versions asked, and how they were counted. */
export async function selectAskedIn(
  db: Db,
  versions: readonly AskedVersion[],
): Promise<(asked: AskedVersion) => WhatWasAsked> {
  const { rows } = await sql<AskedQuestion & AskedVersion & { scoring: Scoring | null }>`
    select v.instrument, v.number, v.scoring, r.question_id as id, ${content}
    from wellness.instrument_version v
      join wellness.instrument_version_question listed on listed.instrument = v.instrument and listed.number = v.number
      join wellness.question_revision r on r.id = listed.revision_id
    where (v.instrument, v.number) in (select wanted.instrument, wanted.number
      from unnest(${versions.map(({ instrument }) => instrument)}::text[], ${versions.map(({ number }) => number)}::int[]) as wanted(instrument, number))
    order by v.instrument, v.number, listed.position`.execute(db)
  const found = new Map<string, WhatWasAsked>()
  for (const { instrument, number, scoring, ...question } of rows) {
    const version = found.get(nameOf({ instrument, number })) ?? { scoring, questions: [] }
    version.questions.push(question)
    found.set(nameOf({ instrument, number }), version)
  }
  return (asked) => found.get(nameOf(asked)) ?? { scoring: null, questions: [] }
}

const nameOf = ({ instrument, number }: AskedVersion) => `${instrument} ${number}`

/** To which questionnaire each of the questions belongs. */
export async function selectInstruments(
  db: Db,
  questionIds: readonly string[],
): Promise<{ id: string; instrument: string }[]> {
  const { rows } = await sql<{ id: string; instrument: string }>`
    select id, instrument from wellness.question where id = any(${[...questionIds]}::uuid[])`.execute(db)
  return rows
}

/** Holds a questionnaire for who writes it, as a new one where there is none. @returns its version. */
export async function lockInstrument(db: Db, name: string, at: Date): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    insert into wellness.instrument (name, version, created_at, updated_at) values (${name}, 0, ${at}, ${at})
    on conflict (name) do update set updated_at = excluded.updated_at returning version`.execute(db)
  return rows[0]?.version ?? 0
}

/** Keeps a questionnaire as it is until the transaction ends, for who answers it. @returns its newest version. */
export async function holdInstrument(db: Db, name: string): Promise<number | undefined> {
  const { rows } = await sql<{ version: number }>`
    select version from wellness.instrument where name = ${name} and version > 0 for share`.execute(db)
  return rows[0]?.version
}

/** Which of the questionnaires there are. */
export async function selectKnownInstruments(db: Db, names: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from wellness.instrument where name = any(${[...names]}::text[])`.execute(db)
  return rows.map(({ name }) => name)
}

/** A question whatever its status; nobody else changes its questionnaire until the transaction ends. */
export async function lockQuestion(db: Db, id: string): Promise<QuestionRow | undefined> {
  await sql`
    select from wellness.instrument i join wellness.question q on q.instrument = i.name where q.id = ${id} for update of i`.execute(
    db,
  )
  return selectQuestion(db, id)
}

export async function selectQuestion(db: Db, id: string): Promise<QuestionRow | undefined> {
  const { rows } = await sql<QuestionRow>`
    select ${record}, q.place from wellness.question q join wellness.instrument i on i.name = q.instrument join ${newestRevision}
    where q.id = ${id}`.execute(db)
  return rows[0]
}

/** Every question of a questionnaire that is not retired. */
export async function selectQuestionsOf(db: Db, instrument: string): Promise<QuestionRow[]> {
  const { rows } = await sql<QuestionRow>`
    select ${record}, q.place from wellness.question q join wellness.instrument i on i.name = q.instrument join ${newestRevision}
    where q.instrument = ${instrument} and q.status <> 'RETIRED' order by q.place, q.id`.execute(db)
  return rows
}

export interface QuestionFilter {
  instrument: string | null
  /** Null for all that are not retired. */
  status: QuestionStatus | null
  q: string | null
  /** Null for what is asked now. */
  version: number | null
}

const containing = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`

/** Of a past version also what is retired by now. */
function matches({ instrument, status, q, version }: QuestionFilter): RawBuilder<boolean> {
  return sql<boolean>`(${instrument}::text is null or q.instrument = ${instrument}::text)
    and case when ${status}::text is null then q.status <> 'RETIRED' or ${version}::int is not null
      else q.status = ${status}::text and (q.is_answered or q.status <> 'RETIRED' or ${version}::int is not null) end
    and (${q}::text is null or wellness.folded(q.text) like wellness.folded(${containing(q ?? '')}::text))`
}

/** Where the rows of a list come from: the present questions, or those of a past version as it said them. */
const listed = (version: number | null): RawBuilder<unknown> =>
  version === null
    ? sql`(select ${record}, q.place from wellness.question q join wellness.instrument i on i.name = q.instrument join ${newestRevision}) q`
    : sql`(select ${record}, v.position as place
        from wellness.instrument_version_question v join wellness.question_revision r on r.id = v.revision_id
          join wellness.question q on q.id = r.question_id join wellness.instrument i on i.name = q.instrument
        where v.number = ${version}::int) q`

export const inPlace = orderedBy<QuestionRow>(
  'asc',
  ['q.instrument', 'text', 'instrument'],
  ['q.place', 'int', 'place'],
  ['q.id', 'uuid', 'id'],
)

/** Questions by questionnaire and in their order; with a version, those that it asked. */
export async function selectQuestions(
  db: Db,
  filter: QuestionFilter & {
    after: Key | undefined
    offset: number
    limit: number
  },
): Promise<QuestionRow[]> {
  const { rows } = await sql<QuestionRow>`
    select q.* from ${listed(filter.version)}
    where ${matches(filter)} and ${inPlace.isPast(filter.after)}
    order by ${inPlace.by} limit ${filter.limit} offset ${filter.offset}`.execute(db)
  return rows
}

export async function countQuestions(db: Db, filter: QuestionFilter): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from ${listed(filter.version)}
    where ${matches(filter)}`.execute(db)
  return rows[0]?.total ?? 0
}

export interface NewRevision extends QuestionContent {
  id: string
  questionId: string
}

export async function insertQuestions(
  db: Db,
  instrument: string,
  questions: readonly { id: string; status: 'ACTIVE' | 'INACTIVE'; place: number }[],
  at: Date,
): Promise<void> {
  await sql`
    insert into wellness.question (id, instrument, status, place, created_at, updated_at)
    select id, ${instrument}, status, place, ${at}::timestamptz, ${at}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(questions)}::jsonb) as q (id uuid, status text, place int)`.execute(
    db,
  )
}

/** Writes what questions say from now on. */
export async function insertRevisions(db: Db, revisions: readonly NewRevision[], at: Date): Promise<void> {
  const options = revisions.flatMap((revision) =>
    revision.options.map((option, position) => ({ ...option, position, revisionId: revision.id })),
  )
  await sql`
    insert into wellness.question_revision
      (id, question_id, number, text, help_text, type, min, max, step, is_required, is_sensitive, enable_when, safety_rule, translations, created_at)
    select r.id, r."questionId", coalesce((select max(number) from wellness.question_revision known where known.question_id = r."questionId"), 0) + 1,
      r.text, r.help_text, r.type, r.min, r.max, r.step, r.is_required, r.is_sensitive, r.enable_when, nullif(r.safety_rule, 'null'), r.translations,
      ${at}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(revisions)}::jsonb) as r (id uuid, "questionId" uuid, text text, help_text text, type text,
      min float8, max float8, step float8, is_required boolean, is_sensitive boolean, enable_when jsonb, safety_rule jsonb, translations jsonb)`.execute(
    db,
  )
  await sql`
    insert into wellness.question_option (revision_id, option_id, position, label, score, is_exclusive)
    select "revisionId", id, position, label, score, "isExclusive"
    from jsonb_to_recordset(${JSON.stringify(options)}::jsonb)
      as o ("revisionId" uuid, id uuid, position int, label text, score float8, "isExclusive" boolean)`.execute(
    db,
  )
}

/** Changes where a question stands, and whether it is asked. */
export async function updateQuestion(
  db: Db,
  change: { id: string; status: QuestionStatus; place: number; at: Date },
): Promise<void> {
  await sql`
    update wellness.question set status = ${change.status}, place = ${change.place}, version = version + 1, updated_at = ${change.at}
    where id = ${change.id}`.execute(db)
}

/** Removes a question that no version ever asked. @returns whether it was one */
export async function deleteUnasked(db: Db, id: string): Promise<boolean> {
  const { rows } = await sql`
    select from wellness.question_revision r join wellness.instrument_version_question listed on listed.revision_id = r.id
    where r.question_id = ${id} limit 1`.execute(db)
  if (rows.length > 0) return false
  await sql`delete from wellness.question_option where revision_id in (
    select r.id from wellness.question_revision r where r.question_id = ${id})`.execute(db)
  await sql`delete from wellness.question_revision where question_id = ${id}`.execute(db)
  await sql`delete from wellness.question where id = ${id}`.execute(db)
  return true
}

export async function setScoring(db: Db, instrument: string, scoring: Scoring | null): Promise<void> {
  await sql`
    update wellness.instrument set scoring = ${scoring === null ? null : JSON.stringify(scoring)}::jsonb where name = ${instrument}`.execute(
    db,
  )
}

/** Publishes the active questions as the next version, which never changes. @returns its number. */
export async function publishNext(
  db: Db,
  instrument: string,
  { asksAgain, at }: { asksAgain: boolean; at: Date },
): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    with next as (
      update wellness.instrument set version = version + 1, updated_at = ${at} where name = ${instrument} returning name, version, scoring
    ), listed as (
      select q.id, r.id as revision_id, row_number() over (order by q.place, q.id) - 1 as position
      from wellness.question q join ${newestRevision} where q.instrument = ${instrument} and q.status = 'ACTIVE'
    ), published as (
      insert into wellness.instrument_version (instrument, number, scoring, asks_again, created_at)
      select name, version, case when not exists (
          select from jsonb_array_elements_text(scoring -> 'items') item where item not in (select id::text from listed)) then scoring end,
        ${asksAgain}::boolean, ${at}::timestamptz from next
      returning instrument, number
    ), questions as (
      insert into wellness.instrument_version_question (instrument, number, position, revision_id)
      select published.instrument, published.number, listed.position, listed.revision_id from published, listed
    )
    select version from next`.execute(db)
  const [row] = rows
  if (!row) throw new Error(`There is no questionnaire ${instrument} to publish.`)
  return row.version
}

export interface RevisionRow {
  number: number
  text: string
  type: string
  options: { id: string; label: string }[]
  created_at: Date
}

const mostRevisions = 100

/** What a question said over time, the newest first. */
export async function selectRevisions(db: Db, questionId: string): Promise<RevisionRow[]> {
  const { rows } = await sql<RevisionRow>`
    select r.number, r.text, r.type, r.created_at, coalesce((
      select jsonb_agg(jsonb_build_object('id', o.option_id, 'label', o.label) order by o.position)
      from wellness.question_option o where o.revision_id = r.id), '[]') as options
    from wellness.question_revision r where r.question_id = ${questionId} order by r.number desc limit ${mostRevisions}`.execute(
    db,
  )
  return rows
}

/** Whether an option ever belonged to a question. */
export async function selectFormerOptions(
  db: Db,
  questionId: string,
  ids: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ option_id: string }>`
    select distinct o.option_id from wellness.question_option o join wellness.question_revision r on r.id = o.revision_id
    where r.question_id = ${questionId} and o.option_id = any(${[...ids]}::uuid[])`.execute(db)
  return rows.map(({ option_id }) => option_id)
}

export async function selectCounts(
  db: Db,
  questionId: string,
): Promise<{ counted: string; total: number }[]> {
  const { rows } = await sql<{ counted: string; total: number }>`
    select counted, total from wellness.answer_count where question_id = ${questionId} order by counted`.execute(
    db,
  )
  return rows
}
