import { type Static, Type } from 'typebox'
import { OneOf, Text } from '../../platform/operation/schema.ts'
import { filterFields } from '../search/public.ts'

/** How soon somebody hears of what a search found. */
export const cadences = ['instant', 'daily', 'weekly', 'none'] as const
export type Cadence = (typeof cadences)[number]

export const Cadence = OneOf(cadences, {
  description:
    'daily and weekly are told in the morning where you are, weekly on Mondays; daily where nothing is said',
  example: 'daily',
})

const { posted_within: _, ...fields } = filterFields

/** What a search takes, but for what does not hold of what is still to come. */
export const SavedQuery = Type.Object(
  { q: Type.Optional(Text(0, 200, { example: 'bicycle' })), ...fields },
  { title: 'SavedQuery', description: 'as the search of listings takes it' },
)
export type SavedQuery = Static<typeof SavedQuery>
