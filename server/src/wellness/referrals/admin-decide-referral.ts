import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { OneOf, Text } from '../../platform/operation/schema.ts'
import { supportAdministrator } from '../access.ts'
import { LookedAfterId } from '../ids.ts'
import { noSuchReferral, verdictNotPossible } from './problems.ts'
import { lockReferral, selectReferral } from './queries.ts'
import { presentRecord, ReferralRecord } from './shapes.ts'
import { carryOut, verdicts } from './verdict.ts'

export const adminDecideReferral = operation({
  source: 'not in the specification; where somebody decides what a rule cannot',
  method: 'PATCH',
  path: '/admin/referral/{id}',
  summary: 'Decide about a referral: its signals mean nothing, nobody new came, or its reward is taken back',
  access: supportAdministrator,
  params: Type.Object({ id: LookedAfterId }),
  body: Type.Object({
    verdict: OneOf(verdicts, {
      description:
        'REJECT is for what was not rewarded yet, REVERSE for what was; the same again changes nothing',
    }),
    reason: Text(3, 500, {
      description: 'whoever invited reads it, unless it is approved',
      example: 'Both accounts belong to one person.',
    }),
  }),
  replies: { 200: { message: 'Referral decided successfully', data: ReferralRecord } },
  problems: [noSuchReferral, verdictNotPossible],

  async handle({ params, body, caller, ...work }) {
    const referral = await lockReferral(work.db, params.id)
    if (!referral) throw noSuchReferral()
    const isChanged = await carryOut(work, referral, { ...body, adminId: caller.id })
    if (isChanged) work.audit(`referral/${referral.id}`, body)
    const row = await selectReferral(work.db, referral.id)
    if (!row) throw noSuchReferral()
    return presentRecord(row)
  },
})
