import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { newId } from '../../platform/ids.ts'
import { block } from '../../testing/chat.ts'
import { sweepNow } from '../../testing/jobs.ts'
import { call, expectProblem, granted, newMember, type TestPerson, world } from '../../testing/kit.ts'
import {
  collections,
  detail,
  favourite,
  favourites,
  ids,
  newCollection,
  newPost,
  noticesOf,
  update,
} from '../../testing/posts.ts'
import { newPicture } from '../../testing/users.ts'
import { sweepCollections } from './jobs.ts'

const database = async () => (await world()).host.services.db
const base = '/api/v1/post-mgt'
type Query = Record<string, string | number | boolean>
const read = (id: string, as?: TestPerson, query: Query = {}) =>
  call('GET', `${base}/get-post-collection/${id}`, { as, query })
const remove = (as: TestPerson, id: string, query: Query = {}) =>
  call('DELETE', `${base}/remove-collection/${id}`, { as, query })
const share = async (as: TestPerson, id: string, method = 'POST') =>
  (await granted(call(method, `${base}/share-collection/${id}`, { as }))).body.data.share_token

/** A person's collections by name; the counts are those of the lists behind them. */
async function countsOf(as: TestPerson): Promise<Record<string, number>> {
  const { data } = (await collections(as)).body
  const counts: Record<string, number> = {}
  for (const { _id, name, count } of data) {
    expect((await read(_id, as, { limit: 100 })).body.data).toHaveLength(count)
    counts[name] = count
  }
  return counts
}

async function setStatus(table: 'post' | 'users', id: string, status: string) {
  await sql`update ${sql.table(`marketplace.${table}`)} set status = ${status} where id = ${id}`.execute(
    await database(),
  )
}

describe('saving into collections', () => {
  test('makes them by name, fills them by id, and takes out without letting go', async () => {
    const [author, fan, other] = [await newMember(), await newMember(), await newMember()]
    const [lamp, chair] = [await newPost(author), await newPost(author)]
    expect((await collections(fan)).body.data).toEqual([])
    const first = await favourite(fan, lamp._id, { collection_name: ' Kitchen ' })
    expect(first.body.data).toMatchObject({ favourited: true, favourite_count: 1 })
    const [all, kitchen] = first.body.data.collection_ids
    expect((await collections(fan)).body.data).toMatchObject([
      { _id: all, name: 'All', is_default: true, count: 1, share_token: null },
      { _id: kitchen, name: 'Kitchen', is_default: false, count: 1, cover: [] },
    ])
    const again = { collection_name: 'KITCHEN', favourite: true }
    expect((await favourite(fan, lamp._id, again)).body.data).toEqual(first.body.data)
    expect((await favourite(fan, chair._id, { collection_id: kitchen })).body.data.collection_ids).toEqual([
      all,
      kitchen,
    ])
    expect(await countsOf(fan)).toEqual({ All: 2, Kitchen: 2 })
    expect(ids(await favourites(fan, { collection_id: kitchen }))).toEqual([chair._id, lamp._id])
    const out = await favourite(fan, lamp._id, { collection_id: kitchen })
    expect(out.body.data).toEqual({ favourited: true, favourite_count: 1, collection_ids: [all] })
    const named = { collection_name: 'Nowhere', favourite: false }
    expect((await favourite(fan, lamp._id, named)).body.data).toEqual(out.body.data)
    expect(await countsOf(fan)).toEqual({ All: 2, Kitchen: 1 })
    expect((await favourite(fan, chair._id, { collection_name: 'all' })).body.data).toMatchObject({
      favourited: false,
      collection_ids: [],
    })
    expect(await countsOf(fan)).toEqual({ All: 1, Kitchen: 0 })
    expect((await favourite(other, lamp._id, { collection_name: 'ALL' })).body.data).toMatchObject({
      favourited: true,
      collection_ids: [expect.any(String)],
    })
    expect(await countsOf(other)).toEqual({ All: 1 })
    expectProblem(await favourite(other, lamp._id, { collection_id: kitchen }), 404, 'NO_SUCH_COLLECTION')
    expectProblem(await favourites(other, { collection_id: kitchen }), 404, 'NO_SUCH_COLLECTION')
    const both = { collection_id: kitchen, collection_name: 'Kitchen' }
    expectProblem(await favourite(fan, lamp._id, both), 400, 'VALIDATION_FAILED', 'body.collection_name')
    const odd = await favourite(fan, lamp._id, { collection_name: 'two\nlines' })
    expectProblem(odd, 400, 'VALIDATION_FAILED', 'body.collection_name')
  })

  test('makes one of a name, however many ask at once', async () => {
    const [author, fan] = [await newMember(), await newMember()]
    const posts = await Promise.all(Array.from({ length: 4 }, () => newPost(author)))
    const answers = await Promise.all(
      [...posts, ...posts].map(({ _id }, index) =>
        favourite(fan, _id, { favourite: true, collection_name: index % 2 ? 'Garden' : 'GARDEN' }),
      ),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(Object.values(await countsOf(fan))).toEqual([4, 4])
  })

  test('ends at a hundred of them', async () => {
    const [author, fan] = [await newMember(), await newMember()]
    const post = await newPost(author)
    await newCollection(fan, post._id, 'First')
    await sql`
      insert into marketplace.collection (id, user_id, name, created_at)
      select gen_random_uuid(), ${fan.id}, 'Collection ' || n, now() from generate_series(1, 98) n`.execute(
      await database(),
    )
    expectProblem(await favourite(fan, post._id, { collection_name: 'New' }), 409, 'COLLECTION_LIMIT')
    expect((await favourite(fan, post._id, { collection_name: 'first', favourite: true })).status).toBe(200)
  })

  test('tells of what is gone in the own list only, and counts what its owner sees', async () => {
    const [author, other, fan] = [await newMember(), await newMember(), await newMember()]
    const [kept, hidden, theirs] = [await newPost(author), await newPost(author), await newPost(other)]
    const id = await newCollection(fan, kept._id, 'Things')
    for (const { _id } of [hidden, theirs]) await favourite(fan, _id, { collection_id: id })
    const share_token = await share(fan, id)
    await setStatus('post', hidden._id, 'hidden')
    expect((await read(id, fan)).body.data).toMatchObject([
      { _id: theirs._id, price_at_save: 20, is_available: true },
      { _id: hidden._id, title: '', status: 'removed', is_available: false },
      { _id: kept._id },
    ])
    expect(ids(await read(id, undefined, { share_token }))).toEqual([theirs._id, kept._id])
    expect(await countsOf(fan)).toEqual({ All: 3, Things: 3 })
    await setStatus('users', other.id, 'suspended')
    expect(await countsOf(fan)).toEqual({ All: 2, Things: 2 })
    expect(ids(await read(id, undefined, { share_token }))).toEqual([kept._id])
    await setStatus('users', other.id, 'active')
    const about = { user_id: other.id, product_id: theirs._id }
    const room = await granted(call('POST', '/api/v1/chat-mgt/create-chatroom', { as: fan, body: about }))
    await granted(block(fan, room.body.data._id, true))
    expect(await countsOf(fan)).toEqual({ All: 2, Things: 2 })
    await granted(block(fan, room.body.data._id, false))
    expect(await countsOf(fan)).toEqual({ All: 3, Things: 3 })
  })

  test('shows the pictures of the newest four', async () => {
    const [author, fan] = [await newMember(), await newMember()]
    const urls = [await newPicture(author.id), await newPicture(author.id)]
    const posts = [
      ...(await Promise.all(urls.map((url) => newPost(author, { media: { photoUrl: [url] } })))),
      await newPost(author),
    ]
    for (const { _id } of posts) await favourite(fan, _id, { collection_name: 'Pictures' })
    const uploadOf = (url: string) => url.split('/media/')[1]?.split('/')[0]
    const covers = async () =>
      (await collections(fan)).body.data.map(({ cover }: { cover: string[] }) => cover.map(uploadOf))
    const both = urls.toReversed().map(uploadOf)
    expect(await covers()).toEqual([both, both])
    await setStatus('post', posts[1]?._id ?? '', 'hidden')
    const one = urls.slice(0, 1).map(uploadOf)
    expect(await covers()).toEqual([one, one])
  })
})

describe('a link', () => {
  test('opens a collection to anybody, tells nothing of its owner, and ends', async () => {
    const [author, fan, reader] = [
      await newMember(),
      await newMember({ name: 'Fanny Secret' }),
      await newMember(),
    ]
    const post = await newPost(author)
    const id = await newCollection(fan, post._id, 'Ideas')
    await update(author, post._id, { price: 19 })
    const share_token = await share(fan, id)
    expect(await share(fan, id)).toBe(share_token)
    expect((await collections(fan)).body.data[1]).toMatchObject({ _id: id, share_token })
    for (const as of [undefined, reader]) {
      const answer = await read(id, as, { share_token })
      expect(answer.body.data).toMatchObject([
        { _id: post._id, price: 19, is_available: true, favourited: false },
      ])
      expect(answer.body.data[0]).toMatchObject({
        price_at_save: null,
        price_delta: null,
        favourited_at: null,
      })
      expect(answer.body.meta).toMatchObject({ collection: { _id: id, name: 'Ideas', own: false } })
      for (const trace of [fan.id, 'Fanny Secret']) expect(answer.text).not.toContain(trace)
      expectProblem(await read(id, as), 404, 'NO_SUCH_COLLECTION')
      expectProblem(await read(id, as, { share_token: `${share_token}x` }), 404, 'NO_SUCH_COLLECTION')
    }
    expectProblem(await remove(reader, id), 404, 'NO_SUCH_COLLECTION')
    const body = { user_id: reader.id }
    const room = await granted(call('POST', '/api/v1/chat-mgt/create-chatroom', { as: fan, body }))
    await granted(block(fan, room.body.data._id, true))
    expectProblem(await read(id, reader, { share_token }), 404, 'NO_SUCH_COLLECTION')
    await granted(block(fan, room.body.data._id, false))
    await setStatus('users', fan.id, 'suspended')
    expectProblem(await read(id, reader, { share_token }), 404, 'NO_SUCH_COLLECTION')
    await setStatus('users', fan.id, 'active')
    for (let time = 0; time < 2; time += 1) expect(await share(fan, id, 'DELETE')).toBeNull()
    expectProblem(await read(id, reader, { share_token }), 404, 'NO_SUCH_COLLECTION')
    expect(await share(fan, id)).not.toBe(share_token)
  })

  test('is for named collections of one’s own', async () => {
    const [author, fan] = [await newMember(), await newMember()]
    const post = await newPost(author)
    const id = await newCollection(fan, post._id)
    const [all] = (await collections(fan)).body.data
    const path = (one: string) => `${base}/share-collection/${one}`
    expectProblem(await call('POST', path(all._id), { as: fan }), 400, 'DEFAULT_COLLECTION')
    for (const method of ['POST', 'DELETE']) {
      expectProblem(await call(method, path(id), { as: author }), 404, 'NO_SUCH_COLLECTION')
      expectProblem(await call(method, path(newId()), { as: fan }), 404, 'NO_SUCH_COLLECTION')
    }
    await remove(fan, id)
    for (const method of ['POST', 'DELETE'])
      expectProblem(await call(method, path(id), { as: fan }), 404, 'NO_SUCH_COLLECTION')
  })
})

describe('renaming', () => {
  test('keeps what is in it and its link, and takes no name that another one has', async () => {
    const [author, fan] = [await newMember(), await newMember()]
    const post = await newPost(author)
    const attic = await newCollection(fan, post._id, 'Attic')
    await newCollection(fan, post._id, 'Cellar')
    const token = await share(fan, attic)
    const rename = (id: string, name: string, as = fan) =>
      call('PATCH', `${base}/rename-collection/${id}`, { as, body: { name } })
    expectProblem(await rename(attic, 'cellar'), 409, 'COLLECTION_NAME_TAKEN')
    expect((await granted(rename(attic, 'ATTIC'))).body.data).toEqual({ _id: attic, name: 'ATTIC' })
    await granted(rename(attic, 'Top floor'))
    expect(await countsOf(fan)).toEqual({ All: 1, Cellar: 1, 'Top floor': 1 })
    expect((await read(attic, author, { share_token: token })).body.meta).toMatchObject({
      collection: { name: 'Top floor' },
    })
    expectProblem(await rename(attic, 'Mine', author), 404, 'NO_SUCH_COLLECTION')
    const [all] = (await collections(fan)).body.data
    expectProblem(await rename(all._id, 'Everything'), 400, 'DEFAULT_COLLECTION')
  })
})

test('guests look after what they have collected, too', async () => {
  const [author, fan] = [await newMember(), await newMember()]
  await sql`update marketplace.users set kind = 'guest' where id = ${fan.id}`.execute(await database())
  const id = await newCollection(fan, (await newPost(author))._id, 'Kichten')
  await granted(call('PATCH', `${base}/rename-collection/${id}`, { as: fan, body: { name: 'Kitchen' } }))
  expect(await countsOf(fan)).toEqual({ All: 1, Kitchen: 1 })
  await granted(remove(fan, id))
  expect(await countsOf(fan)).toEqual({ All: 1 })
})

describe('removing', () => {
  test('keeps what was saved, once, and gives the name free', async () => {
    const [author, fan] = [await newMember(), await newMember()]
    const post = await newPost(author)
    const id = await newCollection(fan, post._id, 'Attic')
    const [all] = (await collections(fan)).body.data
    expectProblem(await remove(fan, all._id), 400, 'DEFAULT_COLLECTION')
    const answers = await Promise.all(Array.from({ length: 4 }, () => remove(fan, id)))
    const removed = answers.map(({ body }) => body.data.removed)
    expect(removed.toSorted()).toEqual([false, false, false, true])
    expect((await remove(fan, id, { keep_posts: false })).body.data).toEqual({ removed: false })
    expectProblem(await read(id, fan), 404, 'NO_SUCH_COLLECTION')
    expectProblem(await favourite(fan, post._id, { collection_id: id }), 404, 'NO_SUCH_COLLECTION')
    expect(await countsOf(fan)).toEqual({ All: 1 })
    expect(await newCollection(fan, post._id, 'Attic')).not.toBe(id)
    await sql`update marketplace.collection set removed_at = removed_at - interval '31 days' where id = ${id}`.execute(
      await database(),
    )
    await sweepNow(sweepCollections)
    expectProblem(await remove(fan, id), 404, 'NO_SUCH_COLLECTION')
  })

  test('lets go of everything in it where that is asked for', async () => {
    const [author, fan] = [await newMember(), await newMember()]
    const [gone, own, kept] = [await newPost(author), await newPost(fan), await newPost(author)]
    const id = await newCollection(fan, gone._id)
    await favourite(fan, own._id, { collection_id: id })
    await favourite(fan, gone._id, { collection_name: 'Beside' })
    await favourite(fan, kept._id)
    expect(await noticesOf(author, 'favourite')).toHaveLength(2)
    expect((await remove(fan, id, { keep_posts: false })).body.data).toEqual({ removed: true })
    expect(await countsOf(fan)).toEqual({ All: 1, Beside: 0 })
    expect((await detail(gone._id, fan)).body.data).toMatchObject({ favourited: false, favourite_count: 0 })
    expect((await detail(own._id, fan)).body.data).toMatchObject({ favourited: false, favourite_count: 0 })
    expect(await noticesOf(author, 'favourite')).toMatchObject([{ reference: { id: kept._id } }])
  })
})
