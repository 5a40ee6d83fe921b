import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { invalidField } from '../../platform/operation/problem.ts'
import { Integer, OneOf, Text } from '../../platform/operation/schema.ts'
import { moderator } from '../access.ts'
import { ModeratedId } from '../ids.ts'
import { isReportedAsSpam, lockCase } from '../reports/public.ts'
import { appealDays, isFitting, suspensionDays } from './actions.ts'
import { decideCase } from './case-decision.ts'
import { hasProposal, selectLogged } from './decision-queries.ts'
import { presentStaffDecision, StaffDecision } from './decision-shapes.ts'
import {
  actionNotFitting,
  alreadyDecided,
  noSuchCase,
  notAgainstStaff,
  ownMatter,
  unknownDecision,
} from './problems.ts'
import { RuleName } from './shapes.ts'
import { refuseToDecide } from './subject.ts'

export const decideReport = operation({
  source: 'named in the design as POST /moderation/decide; body and reply chosen here',
  method: 'POST',
  path: '/moderation/decide',
  summary:
    'Decide about what was reported, and say why: its subject reads the rule, the facts and your sentence; a ban waits for a second person',
  access: moderator,
  body: Type.Object({
    case_id: ModeratedId,
    decision: OneOf(['dismiss', 'warn', 'hide', 'limit', 'remove', 'suspend', 'ban']),
    rule: Type.Optional({ ...RuleName, description: 'which rule; required unless dismissed' }),
    facts: Type.Optional(
      Text(1, 2000, {
        description: 'what was found; its subject reads it, so name nobody who reported',
        example: 'The text asks for the code of a gift card.',
      }),
    ),
    statement: Type.Optional(
      Text(1, 2000, {
        description: 'the sentence to its subject; required unless dismissed',
        example: 'Please ask for no payment outside.',
      }),
    ),
    days: Type.Optional(
      Integer(1, 365, { description: `of a suspension or a limit; ${suspensionDays} unless said` }),
    ),
    appeal_days: Type.Optional(
      Integer(1, 30, { description: 'how long it can be appealed', default: appealDays }),
    ),
  }),
  replies: { 200: { message: 'Decision made successfully', data: StaffDecision } },
  problems: [noSuchCase, alreadyDecided, actionNotFitting, notAgainstStaff, ownMatter],

  async handle({ body, caller, ...work }) {
    const { db, clock } = work
    const { decision: action } = body
    const now = clock.now()
    const found = await lockCase(db, body.case_id)
    if (!found) throw noSuchCase()
    if (!found.is_open || (await hasProposal(db, found.id))) throw alreadyDecided()
    if (!isFitting(action, found.model)) throw actionNotFitting()
    // For proven spam alone.
    if (action === 'limit' && !(await isReportedAsSpam(db, found.id))) throw actionNotFitting()
    await refuseToDecide(db, caller, { case_id: found.id, subject_id: found.subject_id, action })
    if (action !== 'dismiss')
      for (const field of ['rule', 'facts', 'statement'] as const)
        if (body[field] === undefined)
          throw invalidField(`body.${field}`, 'required', 'is required: its subject reads why')
    const made = await decideCase(work, found, {
      action,
      rule: body.rule ?? '',
      facts: body.facts ?? '',
      statement: body.statement ?? '',
      deciderId: caller.id,
      days: body.days ?? suspensionDays,
      appealDays: body.appeal_days ?? appealDays,
    })
    work.audit(`${found.model}/${found.target_id}`, { decision: made.id, action, rule: made.rule })
    const row = await selectLogged(db, made.id)
    if (!row) throw unknownDecision()
    return presentStaffDecision(row, now)
  },
})
