import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { administrator } from '../access.ts'
import { newestVersions, selectVersions } from './package-queries.ts'
import { Package, presentPackage } from './shapes.ts'

export const adminGetPackages = operation({
  source: 'not in the specification; where administrators see every version of every package',
  method: 'GET',
  path: '/package-mgt/versions',
  summary: 'List all versions of packages, the newest first',
  access: administrator,
  paged: { limit: 20 },
  replies: { 200: { message: 'Packages fetched successfully', data: Type.Array(Package) } },

  async handle({ db, page }) {
    const rows = await selectVersions(db, { after: page.after, limit: page.limit + 1 })
    return page.of(rows, newestVersions.keyOf, presentPackage)
  },
})
