import { type Static, Type } from 'typebox'
import { Shown } from '../../platform/operation/schema.ts'
import type { CategoryTree } from '../categories/public.ts'
import { type Counts, mostCandidates, mostSorted } from './queries.ts'

const Facet = Type.Array(Type.Object({ value: Shown('good'), name: Shown('Good'), count: Type.Integer() }))

/** How a search's matches divide; values fit the filters of the same name. */
export const Facets = Type.Object({ category: Facet, condition: Facet }, { title: 'PostFacets' })

/** How many matches there are. */
export const Matches = Type.Object(
  { count: Type.Integer(), more: Type.Boolean({ description: 'true: there are at least so many' }) },
  { title: 'PostMatches' },
)

const mostShown = 20

/** The largest of a facet; equally large ones by their values. */
const largest = (counts: Record<string, number> | null, nameOf: (value: string) => string) =>
  Object.entries(counts ?? {})
    .sort(([one, few], [other, many]) => many - few || (one < other ? -1 : 1))
    .slice(0, mostShown)
    .map(([value, count]) => ({ value, name: nameOf(value), count }))

export function presentCounts(
  { all, most, category, condition }: Counts,
  tree: CategoryTree,
): { matches: Static<typeof Matches>; facets: Static<typeof Facets> } {
  return {
    matches: { count: all, more: all >= most },
    facets: {
      category: largest(category, (id) => tree.byId.get(id)?.name ?? ''),
      condition: largest(condition, (value) => value),
    },
  }
}

/** What the reply says about how far a search looks. */
export const howFar = `Looked at are the newest ${mostCandidates} listings that fit, sorted by price or distance the newest ${mostSorted}; without words, pages by age and price go on to the end. Counts are of what was looked at.`
