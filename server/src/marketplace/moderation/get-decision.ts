import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { Id } from '../../platform/operation/schema.ts'
import { anyone } from '../access.ts'
import { hasLeft } from '../accounts/public.ts'
import { DecisionToken } from '../trust/public.ts'
import { selectUser } from '../users/public.ts'
import { findDecision } from './decision-queries.ts'
import { OwnDecision, presentOwnDecision } from './decision-shapes.ts'
import { unknownDecision } from './problems.ts'
import { isAddressee } from './subject.ts'

export const getDecision = operation({
  source: 'added here: where the person reads the statement of reasons whom a decision is about',
  method: 'GET',
  path: '/moderation/decisions/{decision_id}',
  summary: 'Read a decision about you: the rule, the facts, what was done, and whether you can appeal',
  access: anyone,
  params: Type.Object({ decision_id: Id }),
  query: Type.Object({ token: Type.Optional(DecisionToken) }),
  replies: { 200: { message: 'Decision fetched successfully', data: OwnDecision } },
  problems: [unknownDecision],

  async handle({ params, query, caller, ...reading }) {
    const made = await findDecision(reading.db, params.decision_id)
    const subject = made && (await selectUser(reading.db, made.subject_id))
    if (!subject || hasLeft(subject)) throw unknownDecision()
    if (!isAddressee(reading, made, { callerId: caller?.id, token: query.token })) throw unknownDecision()
    return presentOwnDecision(made, reading.clock.now())
  },
})
