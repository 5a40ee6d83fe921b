import { type Static, Type } from 'typebox'
import type { FacetRow } from './queries.ts'

const Facet = Type.Array(Type.Object({ value: Type.String(), name: Type.String(), count: Type.Integer() }))

/** How a search's matches divide; values fit the filters of the same name. */
export const Facets = Type.Object({ category: Facet, condition: Facet }, { title: 'PostFacets' })

export function presentFacets(rows: readonly FacetRow[]): Static<typeof Facets> {
  const of = (kind: FacetRow['kind']) =>
    rows.filter((row) => row.kind === kind).map(({ id, name, count }) => ({ value: id, name, count }))
  return { category: of('category'), condition: of('condition') }
}
