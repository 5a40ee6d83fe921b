import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { anyone } from '../access.ts'
import { PersonId } from '../ids.ts'
import { noSuchUser, selectPerson } from '../users/public.ts'
import { newestCardsOf, newestPublished } from './card-queries.ts'
import { homeOf } from './place.ts'
import { PostCard, presentCard } from './shapes.ts'

export const getPostsOfPerson = operation({
  source: 'not in the specification; so that all that somebody sells can be looked through',
  method: 'GET',
  path: '/post-mgt/of/{user_id}',
  summary: 'List what a person has on offer, newest first',
  access: anyone,
  params: Type.Object({ user_id: PersonId }),
  paged: { limit: 20 },
  replies: { 200: { message: 'Posts fetched successfully', data: Type.Array(PostCard) } },
  problems: [noSuchUser],

  async handle({ params, caller, db, clock, services, page }) {
    const view = { viewer: caller?.id ?? null, origin: homeOf(caller), now: clock.now() }
    const person = await selectPerson(db, params.user_id, view.viewer)
    if (!person) throw noSuchUser()
    const rows = await newestCardsOf(db, person.id, view, page.limit + 1, page.after)
    return page.of(rows, newestPublished.keyOf, (row) => presentCard(row, services.settings.publicUrl))
  },
})
