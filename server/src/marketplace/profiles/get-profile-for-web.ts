import { Type } from 'typebox'
import { IfNoneMatch, unlessKnown } from '../../platform/operation/etag.ts'
import { Json, joined } from '../../platform/operation/json.ts'
import { operation } from '../../platform/operation/operation.ts'
import { reply } from '../../platform/operation/reply.ts'
import { Nullable, Shown } from '../../platform/operation/schema.ts'
import { anyone } from '../access.ts'
import { PersonId } from '../ids.ts'
import { countShownPosts, newestCardsOf, PostCard, presentCard } from '../posts/public.ts'
import { noSuchUser, PublicUser, presentPublicUser, selectPerson } from '../users/public.ts'

const latest = 12
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
          counts: Type.Object({ active: Type.Integer(), sold: Type.Integer() }),
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
    const view = { viewer: caller?.id ?? null, origin: null, now: clock.now() }
    const [cards, counts] = await Promise.all([
      newestCardsOf(db, person.id, view, latest),
      countShownPosts(db, person.id, view.now),
    ])
    const { publicUrl } = services.settings
    const posts = cards.map((card) => presentCard(card, publicUrl).text)
    const { bio, place } = person
    const about = JSON.stringify({ ...presentPublicUser(person), bio, place, counts })
    const data = new Json(joined(about, `{"posts":[${posts.join(',')}]}`))
    const { parts } = unlessKnown(headers, { data }, freshSeconds)
    if (person.is_discoverable) return reply(parts)
    // Whoever does not want to be found is not for search engines either.
    return reply({ ...parts, headers: { ...parts.headers, 'X-Robots-Tag': 'noindex' } })
  },
})
