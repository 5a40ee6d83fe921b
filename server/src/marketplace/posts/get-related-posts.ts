import { Type } from 'typebox'
import { Json } from '../../platform/operation/json.ts'
import { operation } from '../../platform/operation/operation.ts'
import { anyone } from '../access.ts'
import { branchesOf, categoryTree } from '../categories/public.ts'
import { ShownPostId } from '../ids.ts'
import { newestCardsOf } from './card-queries.ts'
import { selectKind, selectSimilar } from './detail-queries.ts'
import { homeOf } from './place.ts'
import { noSuchPost } from './problems.ts'
import { countShownPosts } from './queries.ts'
import type { CardRow } from './rows.ts'
import { presentCard, RelatedPosts } from './shapes.ts'

/** In each of the two lists. */
const most = 12

export const getRelatedPosts = operation({
  source: 'not in the specification; what the page of a listing leads on to, apart from the listing itself',
  method: 'GET',
  path: '/post-mgt/related/{post_id}',
  summary: 'Get other listings of the same seller, and others like it',
  access: anyone,
  params: Type.Object({ post_id: ShownPostId }),
  replies: { 200: { message: 'Related posts fetched successfully', data: RelatedPosts } },
  problems: [noSuchPost],

  async handle({ params, caller, db, clock, services }) {
    const view = { viewer: caller?.id ?? null, origin: homeOf(caller), now: clock.now() }
    const post = await selectKind(db, params.post_id, view.viewer)
    if (!post) throw noSuchPost()
    const [branch] = branchesOf(await services.cache.get(categoryTree), [post.category_id])
    const [own, similar, counts] = await Promise.all([
      newestCardsOf(db, post.author_id, view, most + 1),
      selectSimilar(db, post, branch?.ids ?? [], view, most),
      countShownPosts(db, post.author_id, view.now),
    ])
    const others = own.filter(({ id }) => id !== params.post_id).slice(0, most)
    const written = (cards: CardRow[]) =>
      `[${cards.map((card) => presentCard(card, services.settings.publicUrl).text).join(',')}]`
    return new Json(
      `{"seller":${JSON.stringify({ counts })},"from_seller":${written(others)},"similar":${written(similar)}}`,
    )
  },
})
