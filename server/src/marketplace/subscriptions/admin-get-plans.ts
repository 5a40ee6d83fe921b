import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { administrator } from '../access.ts'
import { selectPlans } from './plan-queries.ts'
import { PlanVersion, presentPlanVersion } from './shapes.ts'

export const adminGetPlans = operation({
  source: 'not in the specification; where plans are looked after',
  method: 'GET',
  path: '/admin/plans',
  summary: 'List all plans as they are now, offered or not',
  access: administrator,
  replies: { 200: { message: 'Plans fetched successfully', data: Type.Array(PlanVersion) } },

  handle: async ({ db }) => (await selectPlans(db, { onlyOffered: false })).map(presentPlanVersion),
})
