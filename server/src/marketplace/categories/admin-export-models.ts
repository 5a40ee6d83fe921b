import { csv, inPages } from '../../platform/operation/csv.ts'
import { operation } from '../../platform/operation/operation.ts'
import { reply } from '../../platform/operation/reply.ts'
import { administrator } from '../access.ts'
import { modelsByName, selectAllModels } from './model-queries.ts'
import { columns, pathOf } from './model-table.ts'
import { categoryTree } from './queries.ts'

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
      const models = inPages({
        read: (page) => selectAllModels(db, { from: null, ...page }),
        keyOf: modelsByName.keyOf,
        atOnce: 1000,
      })
      for await (const row of models)
        yield [row.make, row.model, row.first_year, row.last_year, pathOf(tree, row.category_id)] as const
    }
    return reply({ file: csv('models.csv', columns, rows) })
  },
})
