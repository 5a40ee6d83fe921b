import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { newestRevisions, selectRevisions } from '../../platform/system-config/queries.ts'
import { administrator } from '../access.ts'
import { selectNames } from '../users/public.ts'
import { presentVersion, VersionRecord } from './shapes.ts'

export const adminGetSystemConfigVersions = operation({
  source: 'not in the specification; what was set when and by whom, to look up and to return to',
  method: 'GET',
  path: '/system-config/versions',
  summary: 'List the changes of the system config, newest first',
  access: administrator,
  paged: { limit: 20 },
  replies: { 200: { message: 'Versions fetched successfully', data: Type.Array(VersionRecord) } },

  async handle({ db, page }) {
    const rows = await selectRevisions(db, { after: page.after, limit: page.limit + 1 })
    const actors = rows.flatMap(({ actor_id }) => (actor_id === null ? [] : [actor_id]))
    const names = await selectNames(db, [...new Set(actors)])
    return page.of(rows, newestRevisions.keyOf, (row) => presentVersion(row, names))
  },
})
