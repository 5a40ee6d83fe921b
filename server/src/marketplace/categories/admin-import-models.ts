import { Type } from 'typebox'
import { newId } from '../../platform/ids.ts'
import { operation } from '../../platform/operation/operation.ts'
import { Verbatim } from '../../platform/operation/schema.ts'
import { administrator } from '../access.ts'
import { compareModels, writeModels } from './model-queries.ts'
import { columns, readModels } from './model-table.ts'
import { categoryTree, lockTree } from './queries.ts'

const mostCharacters = 2_000_000

export const adminImportModels = operation({
  source: 'not in the specification; where makes and models come from',
  method: 'POST',
  path: '/category-mgt/models/import',
  summary: 'Take makes and models in from a table, or find out what that would change',
  tag: 'categories',
  access: administrator,
  body: Type.Object({
    csv: Verbatim(1, mostCharacters, {
      description: `A line with the names ${columns.join(', ')} in any order, then one for each model. Only make and model must be said; a category is its path, as in vehicles/cars.`,
      example: 'make,model,first_year,last_year,category\nToyota,Corolla,1966,,',
    }),
    is_whole: Type.Optional(Type.Boolean({ description: 'also remove what the table does not name' })),
    dry_run: Type.Optional(Type.Boolean({ description: 'write nothing' })),
  }),
  bodyLimitBytes: 4 * 1024 * 1024,
  replies: {
    200: {
      message: 'Models compared successfully',
      data: Type.Object(
        {
          models: Type.Integer({ description: 'in the table' }),
          added: Type.Integer(),
          changed: Type.Integer(),
          removed: Type.Integer(),
          written: Type.Boolean(),
        },
        { title: 'ModelImport' },
      ),
    },
  },

  async handle({ body, db, audit }) {
    const { is_whole: isWhole = false, dry_run: isDry = false } = body
    // Nobody merges a category meanwhile, nor takes another table in.
    await lockTree(db)
    const tree = await categoryTree.load(db)
    const models = readModels(body.csv, tree).map((model) => ({ ...model, id: newId() }))
    const changes = await compareModels(db, models, isWhole)
    if (!isDry) {
      await writeModels(db, models, isWhole)
      audit('models', { ...changes })
    }
    return { models: models.length, ...changes, written: !isDry }
  },
})
