import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { OneOf } from '../../platform/operation/schema.ts'
import { moderator } from '../access.ts'
import { ModeratedId } from '../ids.ts'
import { actions, newestDecisions, selectLog } from './decision-queries.ts'
import { presentStaffDecision, StaffDecision } from './decision-shapes.ts'

export const getModerationLog = operation({
  source: 'named in the design as GET /moderation/log; filters and shape chosen here',
  method: 'GET',
  path: '/moderation/log',
  summary: 'List what staff decided, of everybody or about one person, the newest first',
  access: moderator,
  query: Type.Object({
    subject_id: Type.Optional({ ...ModeratedId, description: 'whom it is about' }),
    action: Type.Optional(OneOf(actions)),
  }),
  paged: { limit: 20 },
  replies: { 200: { message: 'Log fetched successfully', data: Type.Array(StaffDecision) } },

  async handle({ query, db, clock, page }) {
    const find = { subjectId: query.subject_id ?? null, action: query.action ?? null }
    const rows = await selectLog(db, { ...find, after: page.after, limit: page.limit + 1 })
    return page.of(rows, newestDecisions.keyOf, (row) => presentStaffDecision(row, clock.now()))
  },
})
