import { Type } from 'typebox'
import { IfNoneMatch, unlessKnown } from '../../platform/operation/etag.ts'
import { Json, joined } from '../../platform/operation/json.ts'
import { operation } from '../../platform/operation/operation.ts'
import { reply } from '../../platform/operation/reply.ts'
import { Nullable, Shown } from '../../platform/operation/schema.ts'
import { anyone } from '../access.ts'
import { selectShownCounts, selectTiesTo, ties } from '../connections/public.ts'
import { PersonId } from '../ids.ts'
import { countShownPosts, newestCardsOf, PostCard, presentCard } from '../posts/public.ts'
import { Rating, ratingOf, selectStars } from '../reviews/public.ts'
import { noSuchUser, PublicUser, presentPublicUser, selectIsMuted, selectPerson } from '../users/public.ts'

const latest = 12
/** Of what everybody sees alike. */
const freshSeconds = 60

export const getProfileForWeb = operation({
  key: 'M10',
  source: 'named in the specification; path and shape chosen here',
  method: 'GET',
  path: '/usr-mgt/get-profile-web/{user_id}',
  summary: 'Get what everybody may know of a person, with their latest listings',
  tag: 'users',
  access: anyone,
  params: Type.Object({ user_id: PersonId }),
  headers: IfNoneMatch,
  replies: {
    200: {
      message: 'Profile fetched successfully',
      data: Type.Object(
        {
          ...PublicUser.properties,
          bio: Nullable(Shown('Mends bicycles.')),
          place: Shown('Old Town'),
          rating: Rating,
          counts: Type.Object({
            active: Type.Integer(),
            sold: Type.Integer(),
            followers: Type.Integer({ description: 'as you find them in the list' }),
            following: Type.Integer({ description: 'as you find them in the list' }),
          }),
          ...ties,
          is_muted: Type.Boolean({ description: 'whether you muted them; they are not told' }),
          posts: Type.Array(PostCard),
        },
        { title: 'PublicProfile' },
      ),
    },
    304: { empty: true, description: 'You have this reply already.' },
  },
  problems: [noSuchUser],

  async handle({ params, headers, caller, db, clock, services }) {
    const person = await selectPerson(db, params.user_id, caller?.id ?? null)
    if (!person) throw noSuchUser()
    const viewer = caller?.id ?? null
    const view = { viewer, origin: null, now: clock.now() }
    const [cards, shownPosts, connections, tied, is_muted, stars] = await Promise.all([
      newestCardsOf(db, person.id, view, latest),
      countShownPosts(db, person.id, view.now),
      selectShownCounts(db, person.id, viewer),
      selectTiesTo(db, viewer, [person.id]),
      selectIsMuted(db, { viewer, personId: person.id, now: view.now }),
      selectStars(db, person.id, view.now),
    ])
    const { publicUrl } = services.settings
    const posts = cards.map((card) => presentCard(card, publicUrl).text)
    const { bio, place } = person
    const counts = { ...shownPosts, ...connections }
    const between = { ...tied(person.id), is_muted }
    const about = JSON.stringify({
      ...presentPublicUser(person, view.now),
      bio,
      place,
      rating: ratingOf(stars),
      counts,
      ...between,
    })
    const data = new Json(joined(about, `{"posts":[${posts.join(',')}]}`))
    const { parts } = unlessKnown(headers, { data }, caller ? 0 : freshSeconds)
    if (person.is_discoverable) return reply(parts)
    // Whoever does not want to be found is not for search engines either.
    return reply({ ...parts, headers: { ...parts.headers, 'X-Robots-Tag': 'noindex' } })
  },
})
