import { type Static, Type } from 'typebox'
import { Nullable } from '../../platform/operation/schema.ts'

export const stars = [1, 2, 3, 4, 5] as const

/** How often somebody was given so many stars: of one first, of five last. */
export type StarCounts = readonly [number, number, number, number, number]

const ratingFields = {
  average: Nullable(Type.Number({ examples: [4.7] }), 'to one decimal; null while there is none'),
  count: Type.Integer(),
}

/** What people who dealt with somebody think of them. */
export const Rating = Type.Object(ratingFields, { title: 'Rating' })

/** The same with how often which was given. */
export const Distribution = {
  ...ratingFields,
  distribution: Type.Object(
    { 1: Type.Integer(), 2: Type.Integer(), 3: Type.Integer(), 4: Type.Integer(), 5: Type.Integer() },
    { description: 'how often somebody gave so many stars' },
  ),
}

export function ratingOf(counts: StarCounts): Static<typeof Rating> {
  const count = counts.reduce((sum, one) => sum + one, 0)
  if (count === 0) return { average: null, count }
  const sum = counts.reduce((total, one, index) => total + one * (index + 1), 0)
  return { average: Math.round((sum * 10) / count) / 10, count }
}

export function distributionOf(counts: StarCounts) {
  const [one, two, three, four, five] = counts
  return { ...ratingOf(counts), distribution: { 1: one, 2: two, 3: three, 4: four, 5: five } }
}
