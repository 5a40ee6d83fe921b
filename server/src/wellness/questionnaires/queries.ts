import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

/** A question that nobody was asked before; it and its options have ids already, since others name them. */
export interface NewQuestion {
  id: string
  revisionId: string
  text: string
  helpText: string | null
  type: 'SINGLE_CHOICE' | 'MULTI_CHOICE' | 'SCALE' | 'NUMBER' | 'TEXT' | 'DATE' | 'BOOLEAN'
  range: { min: number; max: number; step: number } | null
  isRequired: boolean
  isSensitive: boolean
  /** Asked only where all of them hold. */
  enableWhen: { questionId: string; operator: 'IN'; value: string[] }[]
  /** The answers that show where help is to be had. */
  safetyRule: { optionIds: string[] } | null
  options: { id: string; label: string; score: number | null; isExclusive: boolean }[]
}

/** Publishes new questions, in their order, as the next version of a questionnaire such as `onboarding`. */
export async function publishQuestionnaire(
  db: Db,
  instrument: string,
  questions: readonly NewQuestion[],
  at: Date,
): Promise<void> {
  await insertQuestions(db, instrument, questions, at)
  await insertOptions(db, questions)
  await sql`
    with published as (
      insert into wellness.instrument_version (instrument, number, created_at)
      select ${instrument}, coalesce(max(number), 0) + 1, ${at} from wellness.instrument_version where instrument = ${instrument}
      returning number
    )
    insert into wellness.instrument_version_question (instrument, number, position, revision_id)
    select ${instrument}, p.number, q.place - 1, q.id
    from published p, unnest(${questions.map((each) => each.revisionId)}::uuid[]) with ordinality q(id, place)`.execute(
    db,
  )
}

async function insertQuestions(
  db: Db,
  instrument: string,
  questions: readonly NewQuestion[],
  at: Date,
): Promise<void> {
  const rows = questions.map(({ range, options, ...question }) => ({ ...question, ...range }))
  await sql`
    with asked as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as q("id" uuid, "revisionId" uuid, "text" text, "helpText" text,
        "type" text, "min" float8, "max" float8, "step" float8, "isRequired" boolean, "isSensitive" boolean, "enableWhen" jsonb, "safetyRule" jsonb)
    ), begun as (
      insert into wellness.question (id, instrument, created_at, updated_at) select id, ${instrument}, ${at}, ${at} from asked
    )
    insert into wellness.question_revision
      (id, question_id, number, text, help_text, type, min, max, step, is_required, is_sensitive, enable_when, safety_rule, created_at)
    select "revisionId", id, 1, text, "helpText", type, min, max, step, "isRequired", "isSensitive", "enableWhen", nullif("safetyRule", 'null'), ${at}
    from asked`.execute(db)
}

async function insertOptions(db: Db, questions: readonly NewQuestion[]): Promise<void> {
  const rows = questions.flatMap(({ revisionId, options }) =>
    options.map((option, position) => ({ ...option, revisionId, position })),
  )
  await sql`
    insert into wellness.question_option (revision_id, option_id, position, label, score, is_exclusive)
    select "revisionId", id, position, label, score, "isExclusive"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as o("revisionId" uuid, "id" uuid, "position" int, "label" text, "score" float8, "isExclusive" boolean)`.execute(
    db,
  )
}
