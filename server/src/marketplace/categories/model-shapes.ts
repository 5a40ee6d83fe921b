import { type Static, Type } from 'typebox'
import { Id, Nullable, Shown } from '../../platform/operation/schema.ts'
import type { ModelRow } from './model-queries.ts'

const shared = {
  _id: Id,
  make: Shown('Toyota'),
  model: Shown('Corolla'),
  years: Type.Object(
    { from: Nullable(Type.Integer()), to: Nullable(Type.Integer()) },
    { description: 'first and last; null where nobody said, or it is still made' },
  ),
}

export const Model = Type.Object(shared, { title: 'Model' })

export const FiledModel = Type.Object(
  { ...shared, category_id: Nullable(Id, 'null where it may be listed under any') },
  { title: 'FiledModel' },
)

export const presentModel = (row: ModelRow): Static<typeof Model> => ({
  _id: row.id,
  make: row.make,
  model: row.model,
  years: { from: row.first_year, to: row.last_year },
})
