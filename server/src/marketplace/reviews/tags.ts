import { Type } from 'typebox'
import { OneOf } from '../../platform/operation/schema.ts'

/** What most reviews say, good and bad; the database knows the same words. */
export const reviewTags = [
  'as_described',
  'well_packed',
  'friendly',
  'quick_to_answer',
  'punctual',
  'fair',
  'not_as_described',
  'badly_packed',
  'unfriendly',
  'slow_to_answer',
  'late',
  'haggled_afterwards',
] as const

export type ReviewTag = (typeof reviewTags)[number]

export const mostTags = 5

export const Tags = Type.Array(OneOf(reviewTags), {
  maxItems: mostTags,
  uniqueItems: true,
  description: 'in a word each, how it was',
})

export const CountedTags = Type.Array(Type.Object({ tag: OneOf(reviewTags), count: Type.Integer() }), {
  description: 'how often which word was said, the commonest first; of those that were said',
})
