import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { invalidField } from '../../platform/operation/problem.ts'
import { Id, OneOf, Shown } from '../../platform/operation/schema.ts'
import { contentAdministrator } from '../access.ts'
import { CatalogBundle, countItems, mostItems } from './bundle.ts'
import { beginTrial, undoTrial } from './bundle-queries.ts'
import { lockCatalogue } from './change-queries.ts'
import { importBundle } from './importing.ts'
import { mediaMissing, nameTaken } from './problems.ts'

const largestBundle = 8 * 1024 * 1024

export const adminImportCatalog = operation({
  source:
    'not in the specification; what was exported, or written elsewhere, taken in as a whole or not at all',
  method: 'POST',
  path: '/admin/catalog/import',
  summary:
    'Create and change what a document of the catalogue names, or only say what that would be; nothing is deleted',
  access: contentAdministrator,
  bodyLimitBytes: largestBundle,
  query: Type.Object({
    dryRun: Type.Optional(
      Type.Boolean({ default: false, description: 'write nothing, say what would change' }),
    ),
  }),
  body: CatalogBundle,
  replies: {
    200: {
      message: 'Catalogue imported successfully',
      data: Type.Object(
        {
          dryRun: Type.Boolean(),
          created: Type.Integer(),
          updated: Type.Integer(),
          unchanged: Type.Integer(),
          changes: Type.Array(
            Type.Object({
              kind: OneOf(['CATEGORY', 'SUB_CATEGORY', 'EXERCISE']),
              action: OneOf(['CREATE', 'UPDATE']),
              id: { ...Id, description: 'of a dry run, made up where it would be created' },
              name: Shown('Four in, six out'),
              fields: Type.Array(Shown('durationSec'), { description: 'what an update changes' }),
            }),
          ),
        },
        { title: 'CatalogImport' },
      ),
    },
  },
  problems: [nameTaken, mediaMissing],

  async handle({ query: { dryRun = false }, body, caller, ...work }) {
    if (countItems(body) > mostItems)
      throw invalidField('body.categories', 'maxItems', `may hold at most ${mostItems} things in all`)
    await lockCatalogue(work.db)
    // A dry run does all of it, so that it finds whatever the import would be refused for.
    if (dryRun) await beginTrial(work.db)
    const { changes, unchanged } = await importBundle(work, caller, body)
    const created = changes.filter(({ action }) => action === 'CREATE').length
    const updated = changes.length - created
    if (dryRun) await undoTrial(work.db)
    else work.audit('catalog', { created, updated })
    return { dryRun, created, updated, unchanged, changes }
  },
})
