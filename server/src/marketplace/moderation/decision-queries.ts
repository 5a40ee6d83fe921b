import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { orderedBy } from '../../platform/operation/order.ts'
import type { Key } from '../../platform/operation/page.ts'
import type { Model } from '../reports/public.ts'

export const actions = ['dismiss', 'none', 'warn', 'hide', 'limit', 'remove', 'suspend', 'ban'] as const
export type Action = (typeof actions)[number]

export interface Decision {
  id: string
  case_id: string | null
  model: Model
  target_id: string
  subject_id: string
  about: string
  action: Action
  rule: string
  facts: string
  statement: string
  status: 'proposed' | 'refused' | 'standing' | 'undone' | 'overturned' | 'remedied'
  has_hidden: boolean
  decided_by: string
  decided_at: Date
  settled_by: string | null
  settled_at: Date | null
  due_at: Date | null
  ends_at: Date | null
  is_final: boolean
  appeal_until: Date | null
  undone_by: string | null
  undone_at: Date | null
  appealed_at: Date | null
  appeal_text: string | null
  appeal_settled_by: string | null
  appeal_settled_at: Date | null
  appeal_answer: string | null
  known_version: number | null
  resubmitted_at: Date | null
  resubmission_settled_by: string | null
  resubmission_settled_at: Date | null
  resubmission_answer: string | null
}

export type NewDecision = Pick<
  Decision,
  | 'id'
  | 'case_id'
  | 'model'
  | 'target_id'
  | 'subject_id'
  | 'about'
  | 'action'
  | 'rule'
  | 'facts'
  | 'statement'
  | 'status'
  | 'decided_by'
  | 'decided_at'
  | 'ends_at'
  | 'appeal_until'
>

export async function insertDecisionMade(db: Db, made: NewDecision): Promise<Decision> {
  const { rows } = await sql<Decision>`
    insert into marketplace.moderation_decision (id, case_id, model, target_id, subject_id, about, action, rule, facts, statement, status,
      decided_by, decided_at, ends_at, appeal_until)
    values (${made.id}, ${made.case_id}, ${made.model}, ${made.target_id}, ${made.subject_id}, ${made.about}, ${made.action}, ${made.rule},
      ${made.facts}, ${made.statement}, ${made.status}, ${made.decided_by}, ${made.decided_at}, ${made.ends_at}, ${made.appeal_until})
    returning *`.execute(db)
  const [row] = rows
  if (!row) throw new Error('a decision gave no row')
  return row
}

export async function lockDecision(db: Db, id: string): Promise<Decision | undefined> {
  const { rows } = await sql<Decision>`
    select * from marketplace.moderation_decision where id = ${id} for update`.execute(db)
  return rows[0]
}

export async function findDecision(db: Db, id: string): Promise<Decision | undefined> {
  const { rows } = await sql<Decision>`
    select * from marketplace.moderation_decision where id = ${id}`.execute(db)
  return rows[0]
}

type DecisionChange = Partial<Omit<Decision, 'id' | 'decided_by' | 'decided_at'>>

/** Sets the named columns of a locked decision. */
export async function changeDecision(db: Db, id: string, change: DecisionChange): Promise<Decision> {
  const assignments = Object.entries(change).map(([column, value]) => sql`${sql.ref(column)} = ${value}`)
  const { rows } = await sql<Decision>`
    update marketplace.moderation_decision set ${sql.join(assignments)} where id = ${id} returning *`.execute(
    db,
  )
  const [row] = rows
  if (!row) throw new Error('the locked decision is gone')
  return row
}

/** Whether a ban waits for a second person in a case. */
export async function hasProposal(db: Db, caseId: string): Promise<boolean> {
  const { rows } = await sql`
    select from marketplace.moderation_decision where case_id = ${caseId} and status = 'proposed'`.execute(db)
  return rows.length > 0
}

/** Whether somebody is one of those who made a decision. */
export const hadPart = ({ decided_by, settled_by }: Decision, id: string): boolean =>
  decided_by === id || settled_by === id

/** Whether anybody else of the staff, or of the administrators, can look at a decision anew. */
export async function hasOtherJudge(
  db: Db,
  { case_id, subject_id, decided_by, settled_by }: Decision,
  isAdministrator: boolean,
): Promise<boolean> {
  const part = [subject_id, decided_by, ...(settled_by === null ? [] : [settled_by])]
  const { rows } = await sql`
    select from marketplace.users u
    where u.role <> 'user' and u.status = 'active' and (u.role = 'administrator' or not ${isAdministrator}::boolean)
      and u.id <> all(${part}::uuid[])
      and not exists (select from marketplace.report r where r.case_id = ${case_id} and r.reporter_id = u.id)
    limit 1`.execute(db)
  return rows.length > 0
}

/** Another decision that stands and keeps the same out of sight; it is the one to bring that back from now on. */
export async function handHidingOver(
  db: Db,
  { id, model, target_id }: Pick<Decision, 'id' | 'model' | 'target_id'>,
): Promise<boolean> {
  const { rows } = await sql`
    update marketplace.moderation_decision set has_hidden = true where id = (
      select id from marketplace.moderation_decision
      where model = ${model} and target_id = ${target_id} and id <> ${id} and status = 'standing' and action in ('hide', 'remove')
      order by decided_at desc limit 1)
    returning id`.execute(db)
  return rows.length > 0
}

/** What parts somebody from the town, and what limits them: of several, the longest counts. */
const alike: readonly (readonly Action[])[] = [['suspend', 'ban'], ['limit']]

/** Another decision that does to somebody, at this moment, what this one does: the one that lasts longest. */
export async function findOther(
  db: Db,
  { id, subject_id, action }: Pick<Decision, 'id' | 'subject_id' | 'action'>,
  now: Date,
): Promise<Decision | undefined> {
  const actions = alike.find((some) => some.includes(action)) ?? []
  const { rows } = await sql<Decision>`
    select * from marketplace.moderation_decision
    where subject_id = ${subject_id} and id <> ${id} and status = 'standing' and action = any(${[...actions]}::text[])
      and (ends_at is null or ends_at > ${now})
    order by ends_at desc nulls first, decided_at desc, id desc limit 1`.execute(db)
  return rows[0]
}

/**
 * Empties what some decisions about a person say of theirs: a name, a title, words of their own.
 * @returns which, with the reports behind each.
 */
export async function emptyDecisionsAbout(
  db: Db,
  subjectId: string,
  most: number,
): Promise<{ id: string; reportIds: string[] }[]> {
  const { rows } = await sql<{ id: string; reportIds: string[] }>`
    with own as (
      select id, case_id from marketplace.moderation_decision
      where subject_id = ${subjectId} and (about <> '' or appeal_text <> '') limit ${most} for update
    ), emptied as (
      update marketplace.moderation_decision d set about = '', appeal_text = case when appeal_text is not null then '' end
      from own where own.id = d.id
    )
    select own.id, array(select r.id from marketplace.report r where r.case_id = own.case_id) as "reportIds" from own`.execute(
    db,
  )
  return rows
}

/** The next of the decisions of which something is due: a suspension ends, a removal becomes final. Locked. */
export async function lockDue(db: Db, now: Date, most: number): Promise<Decision[]> {
  const { rows } = await sql<Decision>`
    select * from marketplace.moderation_decision where due_at <= ${now} order by due_at limit ${most} for update skip locked`.execute(
    db,
  )
  return rows
}

export interface LoggedRow extends Decision {
  report_count: number
  /** PublicUser columns, as JSON. */
  subject: PersonJson
  decider: PersonJson
  settler: PersonJson | null
}

export interface PersonJson {
  id: string
  name: string
  profile_photo_url: string | null
  is_verified: boolean
  created_at: string
  status: string
  trust_level: number
}

/** A person as staff sees them, as JSON. */
export const personJson = (id: string) => sql<PersonJson | null>`(
  select jsonb_build_object('id', u.id, 'name', u.name, 'profile_photo_url', u.profile_photo_url, 'is_verified', u.is_verified,
    'created_at', u.created_at, 'status', u.status, 'trust_level', u.trust_level)
  from marketplace.users u where u.id = ${sql.ref(id)})`

/** What staff reads of a decision `d` beside its row. */
export const loggedColumns = sql`
  coalesce((select c.report_count from marketplace.moderation_case c where c.id = d.case_id), 0) as report_count,
  ${personJson('d.subject_id')} as subject, ${personJson('d.decided_by')} as decider, ${personJson('d.settled_by')} as settler`

export const newestDecisions = orderedBy<LoggedRow>(
  'desc',
  ['d.decided_at', 'timestamptz', 'decided_at'],
  ['d.id', 'uuid', 'id'],
)

export async function selectLog(
  db: Db,
  find: { subjectId: string | null; action: Action | null; after: Key | undefined; limit: number },
): Promise<LoggedRow[]> {
  const ofSubject = find.subjectId === null ? sql`true` : sql`d.subject_id = ${find.subjectId}`
  const ofAction = find.action === null ? sql`true` : sql`d.action = ${find.action}`
  const { rows } = await sql<LoggedRow>`
    select d.*, ${loggedColumns} from marketplace.moderation_decision d
    where ${ofSubject} and ${ofAction} and ${newestDecisions.isPast(find.after)}
    order by ${newestDecisions.by} limit ${find.limit}`.execute(db)
  return rows
}

export async function selectLogged(db: Db, id: string): Promise<LoggedRow | undefined> {
  const { rows } = await sql<LoggedRow>`
    select d.*, ${loggedColumns} from marketplace.moderation_decision d where d.id = ${id}`.execute(db)
  return rows[0]
}
