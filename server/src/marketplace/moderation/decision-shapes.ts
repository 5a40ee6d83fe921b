import { type Static, Type } from 'typebox'
import { Id, Nullable, OneOf, Shown, Timestamp } from '../../platform/operation/schema.ts'
import { models } from '../reports/public.ts'
import { PublicUser, presentPublicUser } from '../users/public.ts'
import { undoableForMs } from './actions.ts'
import { actions, type Decision, type LoggedRow, type PersonJson } from './decision-queries.ts'
import { canResubmit } from './resubmission.ts'

const statuses = ['proposed', 'refused', 'standing', 'undone', 'overturned', 'remedied'] as const

const Appeal = Type.Object({
  text: Shown('The shop is mine: these are my own pictures.'),
  made_at: Timestamp,
  outcome: Nullable(OneOf(['upheld', 'overturned']), 'null until somebody has looked at it'),
  answer: Nullable(Shown('You are right, and we are sorry.')),
  settled_at: Nullable(Timestamp),
})

const Resubmission = Type.Object({
  waiting_since: Nullable(Timestamp, 'null when nobody is asked to look'),
  answer: Nullable(Shown('The second picture still shows a phone number.'), 'of the last look'),
  settled_at: Nullable(Timestamp),
})

const common = {
  _id: Id,
  model: OneOf(models, { description: 'what it is about' }),
  about: Shown('Games console, unopened', 'the same in a line; empty of a chat'),
  action: OneOf(actions),
  rule: Shown('prohibited item'),
  facts: Shown('The text asks for the code of a gift card.'),
  statement: Shown('Please ask for no payment outside.'),
  status: OneOf(statuses),
  decided_at: Timestamp,
  ends_at: Nullable(Timestamp, 'of a suspension or a limit'),
  resubmission: Nullable(Resubmission, 'of a hidden listing that its author has put right'),
  appeal: Nullable(Appeal),
}

/** A decision as the person reads it whom it is about; neither who decided nor who reported. */
export const OwnDecision = Type.Object(
  {
    ...common,
    appeal_until: Nullable(Timestamp),
    can_appeal: Type.Boolean(),
    listing_id: Nullable(Id, 'of a listing that it hides'),
    can_resubmit: Type.Boolean({
      description: 'it may be looked at again, once the listing is changed: POST /moderation/resubmit',
    }),
  },
  { title: 'OwnDecision' },
)

const StaffPerson = Type.Object(
  {
    ...PublicUser.properties,
    status: OneOf(['active', 'suspended', 'pending_deletion', 'deleted', 'anonymous']),
    trust_level: Type.Integer(),
  },
  { title: 'ModeratedPerson' },
)

/** The same as staff reads it. */
export const StaffDecision = Type.Object(
  {
    ...common,
    target_id: Id,
    subject: StaffPerson,
    decided_by: StaffPerson,
    settled_by: Nullable(StaffPerson, 'the second person, of a ban'),
    report_count: Type.Integer(),
    can_undo: Type.Boolean(),
    undo_until: Timestamp,
  },
  { title: 'StaffDecision' },
)

export { StaffPerson }

export const presentStaffPerson = ({
  status,
  trust_level,
  created_at,
  ...person
}: PersonJson): Static<typeof StaffPerson> => ({
  ...presentPublicUser({ ...person, created_at: new Date(created_at) }),
  // A column of the table, which knows no other.
  status: status as Static<typeof StaffPerson>['status'],
  trust_level,
})

const iso = (at: Date | string | null): string | null => (at === null ? null : new Date(at).toISOString())

function presentAppeal(made: Decision): Static<typeof Appeal> | null {
  if (made.appealed_at === null || made.appeal_text === null) return null
  const isSettled = made.appeal_settled_at !== null
  return {
    text: made.appeal_text,
    made_at: new Date(made.appealed_at).toISOString(),
    outcome: isSettled ? (made.status === 'overturned' ? 'overturned' : 'upheld') : null,
    answer: made.appeal_answer,
    settled_at: iso(made.appeal_settled_at),
  }
}

function presentResubmission(made: Decision): Static<typeof Resubmission> | null {
  if (made.resubmitted_at === null && made.resubmission_settled_at === null) return null
  return {
    waiting_since: iso(made.resubmitted_at),
    answer: made.resubmission_answer,
    settled_at: iso(made.resubmission_settled_at),
  }
}

const presentCommon = (made: Decision) => ({
  _id: made.id,
  model: made.model,
  about: made.about,
  action: made.action,
  rule: made.rule,
  facts: made.facts,
  statement: made.statement,
  status: made.status,
  decided_at: new Date(made.decided_at).toISOString(),
  ends_at: iso(made.ends_at),
  resubmission: presentResubmission(made),
  appeal: presentAppeal(made),
})

/** Whether its subject can ask now that it is looked at again. */
export const canAppeal = (made: Decision, now: Date): boolean =>
  made.status === 'standing' &&
  made.appealed_at === null &&
  made.appeal_until !== null &&
  made.appeal_until > now

export const presentOwnDecision = (made: Decision, now: Date): Static<typeof OwnDecision> => ({
  ...presentCommon(made),
  appeal_until: iso(made.appeal_until),
  can_appeal: canAppeal(made, now),
  listing_id: made.model === 'post' && made.action === 'hide' ? made.target_id : null,
  can_resubmit: canResubmit(made),
})

/** Until when staff can take a decision back. */
export const undoUntil = ({ decided_at }: Decision): Date =>
  new Date(new Date(decided_at).getTime() + undoableForMs)

/** Whether staff can take it back now. */
export const canUndo = (made: Decision, now: Date): boolean =>
  made.status === 'standing' && !made.is_final && undoUntil(made) > now

export const presentStaffDecision = (row: LoggedRow, now: Date): Static<typeof StaffDecision> => ({
  ...presentCommon(row),
  target_id: row.target_id,
  subject: presentStaffPerson(row.subject),
  decided_by: presentStaffPerson(row.decider),
  settled_by: row.settler && presentStaffPerson(row.settler),
  report_count: row.report_count,
  can_undo: canUndo(row, now),
  undo_until: undoUntil(row).toISOString(),
})
