import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { Id, Text } from '../../platform/operation/schema.ts'
import { anyone } from '../access.ts'
import { DecisionToken } from '../trust/public.ts'
import { appealTo } from './case-decision.ts'
import { findDecision, lockDecision } from './decision-queries.ts'
import { canAppeal, OwnDecision, presentOwnDecision } from './decision-shapes.ts'
import { appealNotOpen, unknownDecision } from './problems.ts'
import { isAddressee, isErased } from './subject.ts'

export const appealDecision = operation({
  source: 'named in the design as POST /moderation/appeal; body and reply chosen here',
  method: 'POST',
  path: '/moderation/appeal',
  summary: 'Ask, once and within its time, that a decision about you is looked at again by somebody else',
  access: anyone,
  body: Type.Object({
    decision_id: Id,
    text: Text(1, 2000, { example: 'The shop is mine: these are my own pictures.' }),
    token: Type.Optional(DecisionToken),
  }),
  replies: { 200: { message: 'Appeal sent successfully', data: OwnDecision } },
  problems: [unknownDecision, appealNotOpen],
  limit: { max: 60, strict: 20, windowSeconds: 3600 },

  async handle({ body, caller, ...work }) {
    const { db, clock } = work
    const now = clock.now()
    const known = await findDecision(db, body.decision_id)
    // The link outlives the account, of whose owner nothing more is kept.
    if (!known || (await isErased(db, known.subject_id))) throw unknownDecision()
    const made = await lockDecision(db, known.id)
    if (!made || !isAddressee(work, made, { callerId: caller?.id, token: body.token }))
      throw unknownDecision()
    if (!canAppeal(made, now)) throw appealNotOpen()
    return presentOwnDecision(await appealTo(work, made.id, body.text), now)
  },
})
