import { type Static, Type } from 'typebox'
import { Id, OneOf } from '../../platform/operation/schema.ts'
import type { ToldPost } from '../posts/public.ts'

const inEach = Type.Object({ en: Type.String(), de: Type.String() })

/** Something that those who saved a listing should hear. */
export const News = Type.Object({
  postId: Id,
  category: OneOf(['price_drop', 'sale', 'back_available']),
  /** When it happened, in ISO 8601; of a sale its own time. */
  at: Type.String(),
  /** In each language; the listing’s title where it is absent, so that no queue keeps what somebody wrote. */
  message: Type.Optional(Type.Union([Type.String(), inEach])),
  /** The price that the message tells of. */
  price: Type.Optional(Type.Object({ price_minor: Type.Integer(), currency: Type.String() })),
  /** Who was told last; those after them are next. */
  after: Type.Optional(Id),
})
export type News = Static<typeof News>

/** The cause of the notices of a piece of news, and the handle to take them back by. */
export const newsEvent = ({ postId, category, at }: Pick<News, 'postId' | 'category' | 'at'>): string =>
  `${category}:${postId}:${at}`

/** Tells people only what is still so when their turn comes. */
export function holds(post: ToldPost, { category, at, price }: News): boolean {
  if (category === 'sale') return post.status === 'sold' && post.sold_at?.toISOString() === at
  return (
    post.is_live && (!price || (post.currency === price.currency && post.price_minor <= price.price_minor))
  )
}
