import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { OneOf } from '../../platform/operation/schema.ts'
import { administrator } from '../access.ts'
import { newestGroups, selectGroups } from './queries.ts'
import { levels } from './report.ts'
import { ErrorGroup, presentGroup } from './shapes.ts'

export const adminGetErrorGroups = operation({
  source: 'not in the specification; where the errors of the apps are read',
  method: 'GET',
  path: '/error-report/groups',
  summary:
    'List the errors that apps reported, alike ones as one, those that were met last for the first time first',
  access: administrator,
  query: Type.Object({ level: Type.Optional(OneOf(levels)) }),
  paged: { limit: 20 },
  replies: { 200: { message: 'Errors fetched successfully', data: Type.Array(ErrorGroup) } },

  async handle({ query, db, page }) {
    const rows = await selectGroups(db, {
      level: query.level ?? null,
      after: page.after,
      limit: page.limit + 1,
    })
    return page.of(rows, newestGroups.keyOf, presentGroup)
  },
})
