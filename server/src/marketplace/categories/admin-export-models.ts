import { csv } from '../../platform/operation/csv.ts'
import { operation } from '../../platform/operation/operation.ts'
import type { Key } from '../../platform/operation/page.ts'
import { reply } from '../../platform/operation/reply.ts'
import { administrator } from '../access.ts'
import { modelsByName, selectAllModels } from './model-queries.ts'
import { columns, pathOf } from './model-table.ts'
import { categoryTree } from './queries.ts'

const rowsAtOnce = 1000

export const adminExportModels = operation({
  source: 'not in the specification; the table that adminImportModels takes',
  method: 'GET',
  path: '/category-mgt/models/export',
  summary: 'Take all makes and models along as a table',
  tag: 'categories',
  access: administrator,
  runs: 'long-read',
  replies: {
    200: {
      file: ['text/csv'],
      isWritten: true,
      description: `A line with the names ${columns.join(', ')}, then one for each model`,
    },
  },

  async handle({ db, services }) {
    const tree = await services.cache.get(categoryTree)
    async function* rows() {
      for (let after: Key | undefined; ; ) {
        const found = await selectAllModels(db, { from: null, after, limit: rowsAtOnce })
        for (const row of found)
          yield [row.make, row.model, row.first_year, row.last_year, pathOf(tree, row.category_id)] as const
        const last = found.at(-1)
        if (!last || found.length < rowsAtOnce) return
        after = modelsByName.keyOf(last)
      }
    }
    return reply({ file: csv('models.csv', columns, rows) })
  },
})
