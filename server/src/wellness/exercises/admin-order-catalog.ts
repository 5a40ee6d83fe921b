import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { atField } from '../../platform/operation/problem.ts'
import { OneOf } from '../../platform/operation/schema.ts'
import { contentAdministrator } from '../access.ts'
import { CatalogueId } from '../ids.ts'
import { lockCatalogue, putInOrder, selectPlaces } from './change-queries.ts'
import { notBeside } from './problems.ts'

export const adminOrderCatalog = operation({
  source: 'not in the specification; so that what was dragged to its place is written at once',
  method: 'PUT',
  path: '/admin/catalog/order',
  summary: 'Put categories, the sub-categories of one, or the exercises of one place in order',
  access: contentAdministrator,
  body: Type.Object({
    kind: OneOf(['CATEGORY', 'EXERCISE'], { description: 'sub-categories are categories too' }),
    ids: Type.Array(CatalogueId, {
      minItems: 1,
      maxItems: 1000,
      description: 'in their new order; what stands beside them and is not named comes behind them',
    }),
  }),
  replies: { 200: { message: 'Order updated successfully', data: Type.Null() } },
  problems: [notBeside],

  async handle({ body: { kind, ids }, db, audit }) {
    const table = kind === 'CATEGORY' ? 'category' : 'exercise'
    await lockCatalogue(db)
    const places = new Map((await selectPlaces(db, table, ids)).map(({ id, place }) => [id, place]))
    const place = places.get(ids[0] ?? '')
    const misplaced = ids.findIndex((id) => place === undefined || places.get(id) !== place)
    if (misplaced !== -1 || place === undefined)
      throw notBeside(
        atField(`body.ids.${Math.max(misplaced, 0)}`, 'beside', 'does not stand beside the first'),
      )
    await putInOrder(db, table, { ids, place })
    audit(`catalog/${place}`, { kind })
    return null
  },
})
