import { operation } from '../../platform/operation/operation.ts'
import { contentAdministrator } from '../access.ts'
import { bundleOf, CatalogBundle } from './bundle.ts'
import { selectCatalogue } from './bundle-queries.ts'

export const adminExportCatalog = operation({
  source: 'not in the specification; the catalogue as one document, for a copy or another server',
  method: 'GET',
  path: '/admin/catalog/export',
  summary: 'Get the whole catalogue of exercises as one document; its files are named by their keys',
  access: contentAdministrator,
  runs: 'long-read',
  replies: { 200: { message: 'Catalogue exported successfully', data: CatalogBundle } },

  async handle({ db }) {
    const { categories, exercises } = await selectCatalogue(db)
    return bundleOf(categories, exercises)
  },
})
