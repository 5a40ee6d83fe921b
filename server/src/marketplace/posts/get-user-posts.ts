import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { OneOf } from '../../platform/operation/schema.ts'
import { anyone } from '../access.ts'
import { PersonId } from '../ids.ts'
import { noSuchUser, selectPerson } from '../users/public.ts'
import { newestPublished, shownCardsOf } from './card-queries.ts'
import { homeOf } from './place.ts'
import { PostCard, presentCard } from './shapes.ts'

export const getUserPosts = operation({
  key: 'M31',
  source: 'path shown with its parameter in the specification; method, filter and reply chosen here',
  method: 'GET',
  path: '/post-mgt/user-posts/{user_id}',
  summary: 'List what a person has on offer and has sold, the newest first',
  access: anyone,
  params: Type.Object({ user_id: PersonId }),
  query: Type.Object({
    status: Type.Optional(OneOf(['active', 'sold'], { description: 'on offer, or sold; both unless given' })),
  }),
  paged: { limit: 20 },
  replies: { 200: { message: 'Posts fetched successfully', data: Type.Array(PostCard) } },
  problems: [noSuchUser],

  async handle({ params, query, caller, db, clock, services, page }) {
    const view = { viewer: caller?.id ?? null, origin: homeOf(caller), now: clock.now() }
    const person = await selectPerson(db, params.user_id, view.viewer)
    if (!person) throw noSuchUser()
    const wanted = { status: query.status ?? null, after: page.after, limit: page.limit + 1 }
    const rows = await shownCardsOf(db, person.id, view, wanted)
    return page.of(rows, newestPublished.keyOf, (row) => presentCard(row, services.settings.publicUrl))
  },
})
