import { Type } from 'typebox'
import { days } from '../../platform/clock.ts'
import { countAttempt } from '../../platform/identity/attempts.ts'
import { operation } from '../../platform/operation/operation.ts'
import { invalidField, rateLimited } from '../../platform/operation/problem.ts'
import { Text, Verbatim } from '../../platform/operation/schema.ts'
import { isStaff, member } from '../access.ts'
import { contactsSearchedPerDay } from '../limits.ts'
import { searchPeople } from '../users/public.ts'
import { selectByContacts, selectTiesTo } from './friend-queries.ts'
import { tooManyHashes } from './problems.ts'
import { Friend, presentFriend } from './shapes.ts'

const mostHashes = 1000
const mostNamed = 50

/** Whoever could ask for more addresses could try them out. */
const lookUps = {
  name: 'marketplace find friends',
  max: contactsSearchedPerDay,
  windowMs: days(1),
  refusal: rateLimited,
}

export const findFriends = operation({
  key: 'M18',
  source: 'named in the specification; method, path and body chosen here',
  method: 'POST',
  path: '/usr-mgt/find-friends',
  summary:
    'Find the people of your address book who want to be found by it, twenty times a day, or people by name',
  tag: 'users',
  access: member,
  // Who was found is not kept for repeats; each is a search.
  idempotency: 'own',
  body: Type.Object({
    hashes: Type.Optional(
      Type.Array(
        Verbatim(64, 64, {
          pattern: '^[0-9a-fA-F]{64}$',
          example: 'b3f5c5c4a3f1e2d0b3f5c5c4a3f1e2d0b3f5c5c4a3f1e2d0b3f5c5c4a3f1e2d0',
        }),
        {
          minItems: 1,
          // More does not fit a request.
          maxItems: 4000,
          description:
            'SHA-256 of e-mail addresses in lower case, without space around them, 1000 at most; they are not kept',
        },
      ),
    ),
    q: Type.Optional(Text(2, 80, { description: 'how words of the name begin', example: 'ada' })),
  }),
  replies: {
    200: {
      message: 'Friends fetched successfully',
      data: Type.Array(Friend),
    },
  },
  problems: [tooManyHashes],

  async handle({ body, caller, ...work }) {
    const { hashes, q } = body
    if ((hashes === undefined) === (q === undefined))
      throw invalidField('body.hashes', 'exclusive', 'is what to send, or q, and not both')
    if (hashes === undefined) {
      const find = { viewer: caller.id, isStaff: isStaff(caller), after: undefined, limit: mostNamed }
      const people = await searchPeople(work.db, q ?? '', find)
      const tied = await selectTiesTo(
        work.db,
        caller.id,
        people.map(({ id }) => id),
      )
      return people.map((person) => presentFriend({ ...person, ...tied(person.id), contact: null }))
    }
    if (hashes.length > mostHashes) throw tooManyHashes()
    const refusal = await countAttempt(work, lookUps, caller.id)
    if (refusal) throw refusal
    return (await selectByContacts(work.db, caller.id, hashes)).map(presentFriend)
  },
})
