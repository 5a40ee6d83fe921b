import { beforeAll, describe, expect, test } from 'vitest'
import { allOperations } from '../host.ts'
import { minutes } from '../platform/clock.ts'
import type { Registered } from '../platform/operation/registry.ts'
import type { Arranged } from './arranged.ts'
import { answering, arrange, perform } from './arrangements.ts'
import { type Cast, newCast } from './cast.ts'
import { block, send } from './chat.ts'
import { idsIn, withIds } from './ids.ts'
import { call } from './kit.ts'
import { newCollection, newComment, newPost } from './posts.ts'
import { newPicture } from './users.ts'

/** After a block neither finds a trace of the other in any read of the marketplace. */

/** Reads that keep the other person, each with the reason. */
const keeping: Record<string, string> = {
  getChatRooms: 'a chat of before the block stays, and says who is blocked',
  getBlocks: 'is the list of those whom one blocked, to lift it',
  getSearchSuggestions:
    'goes on with what its reader typed, by their own searches and by words that nobody is the author of',
  getChatroomBlockStatus: 'says who of the two blocked the other',
}

const reads = answering(allOperations()).filter(
  ({ id, module, operation }) =>
    module.product === 'marketplace' &&
    operation.method === 'GET' &&
    operation.access.admits.includes('member') &&
    !(id in keeping),
)

interface Side {
  cast: Cast
  name: string
  /** What the other one must not find, and what it may ask for. */
  ids: string[]
  title: string
  /** Of what it may ask for where the other one had a part in it. */
  shared: string[]
}

let sides: [Side, Side]

async function newSide(name: string): Promise<Side> {
  const cast = await newCast()
  const as = cast.member
  const photo = await newPicture(as.id)
  await call('PUT', '/api/v1/usr-mgt/update', { as, body: { name, profile_photo_url: photo } })
  const title = `${name} sells a weathervane`
  const picture = await newPicture(as.id)
  const { _id } = await newPost(as, { title, media: { photoUrl: [picture] } })
  const uploads = [photo, picture].map((url) => url.split('/')[4] ?? url)
  return { cast, name, ids: [as.id, _id, ...uploads], title, shared: [] }
}

/** Puts the other's listing into a collection, and says something below one of a third person. */
async function meet(side: Side, other: Side, thirdPost: string): Promise<void> {
  const as = side.cast.member
  side.shared.push(thirdPost, await newCollection(as, other.ids[1] ?? ''))
  const { _id: parent_id } = await newComment(as, thirdPost, { text: `${side.name} asks` })
  await newComment(other.cast.member, thirdPost, { parent_id, text: `${other.name} answers` })
}

beforeAll(async () => {
  const [one, other] = [await newSide('Xanthippe Quill'), await newSide('Zebedee Vane')]
  const { _id: thirdPost } = await newPost(one.cast.partner)
  await meet(one, other, thirdPost)
  await meet(other, one, thirdPost)
  const [a, b] = [one.cast.member, other.cast.member]
  const about = { user_id: b.id, product_id: other.ids[1] }
  const { body } = await call('POST', '/api/v1/chat-mgt/create-chatroom', { as: a, body: about })
  await send(a, body.data._id, `This is ${one.name}, is it still there?`)
  await send(b, body.data._id, `${other.name} says yes`)
  for (const as of [a, b]) expect((await block(as, body.data._id, true)).status).toBe(200)
  sides = [one, other]
}, minutes(5))

/** Every way to ask: as arranged, with the other's ids, for the other's words, and for all there is. */
async function questions(registered: Registered, side: Side, other: Side): Promise<Arranged[]> {
  const ways = await arrange(registered, side.cast)
  const as = side.cast.member
  const withTheirs = ways.flatMap((way) =>
    idsIn(way).flatMap(({ path }) =>
      [...other.ids, ...side.shared].map((value) => withIds(way, [{ path, value }])),
    ),
  )
  const [way] = ways
  const words = [other.title, other.name].flatMap((text) => [{ q: text }, { search: text }])
  const plain = [{}, ...words].map((query) => ({ as, query }))
  return [...ways, ...withTheirs, ...(way?.params ? [] : plain)]
}

describe('after a block', () => {
  test.each(reads.map((registered) => [registered.id, registered] as const))(
    '%s shows neither the other',
    async (_, registered) => {
      for (const [side, other] of [sides, [sides[1], sides[0]] as const])
        for (const question of await questions(registered, side, other)) {
          const { text } = await perform(registered, question)
          for (const trace of [...other.ids, other.name, other.title])
            expect(text.includes(trace), `${trace} in the answer to ${JSON.stringify(question.query)}`).toBe(
              false,
            )
        }
    },
  )
})
