import { type Static, Type } from 'typebox'
import { Id, OneOf, Shown } from '../../platform/operation/schema.ts'
import type { PopularRow } from './queries.ts'

const trends = ['up', 'steady', 'down'] as const

export const PopularCategory = Type.Object(
  {
    category: Type.Object({ _id: Id, name: Shown('Bicycles'), icon: Shown('bicycle') }),
    active_count: Type.Integer({ description: 'listings that are open to buyers' }),
    views_7d: Type.Integer(),
    trend: OneOf(trends, { description: 'against the seven days before; steady within a tenth' }),
  },
  { title: 'PopularCategory' },
)

function trendOf({ views, views_before: before }: PopularRow): (typeof trends)[number] {
  if (views > before * 1.1) return 'up'
  return views < before * 0.9 ? 'down' : 'steady'
}

interface Named {
  id: string
  parent_id: string | null
  name: string
  icon: string
  is_enabled: boolean
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** The most looked at first, then those with the most listings, then by name. Disabled ones, and what is below those, are left out. */
export function presentPopular(
  rows: readonly PopularRow[],
  categories: readonly Named[],
  most: number,
): Static<typeof PopularCategory>[] {
  const byId = new Map(categories.map((category) => [category.id, category]))
  const isShown = (id: string): boolean => {
    const category = byId.get(id)
    return category?.is_enabled === true && (category.parent_id === null || isShown(category.parent_id))
  }
  return rows
    .flatMap((row) => {
      const category = byId.get(row.category_id)
      return category && isShown(category.id) ? [{ row, category }] : []
    })
    .sort(
      (a, b) =>
        b.row.views - a.row.views ||
        b.row.active_count - a.row.active_count ||
        compare(a.category.name.toLowerCase(), b.category.name.toLowerCase()) ||
        compare(a.category.id, b.category.id),
    )
    .slice(0, most)
    .map(({ row, category }) => ({
      category: { _id: category.id, name: category.name, icon: category.icon },
      active_count: row.active_count,
      views_7d: row.views,
      trend: trendOf(row),
    }))
}
