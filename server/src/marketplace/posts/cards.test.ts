import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { newId } from '../../platform/ids.ts'
import { newCategory } from '../../testing/categories.ts'
import { runNow } from '../../testing/jobs.ts'
import { call, granted, newMember, newStaff, type TestPerson, world } from '../../testing/kit.ts'
import {
  chatAbout,
  detail,
  favourite,
  favourites,
  newPost,
  searchFor,
  type TestPost,
  word,
} from '../../testing/posts.ts'
import { jobsDone } from '../../testing/rows.ts'
import { newPicture } from '../../testing/users.ts'
import { refreshCards } from './jobs.ts'
import { listingCards } from './kept-cards.ts'

const database = async () => (await world()).host.services.db

/** As if the card had been forgotten when the listing was written. */
const outdate = async ({ _id }: TestPost) =>
  sql`update marketplace.post_card set is_stale = true where post_id = ${_id}`.execute(await database())

const isStale = async ({ _id }: TestPost) => {
  const { rows } = await sql<{ is_stale: boolean }>`
    select is_stale from marketplace.post_card where post_id = ${_id}`.execute(await database())
  return rows[0]?.is_stale
}

/** Makes all cards anew that are out of date: one run is for some, and queues the next for more. */
async function refreshed() {
  await runNow(refreshCards, {})
  await jobsDone()
}

/** As if so much time had passed since somebody's or a category's name changed. */
const age = async (id: string) =>
  sql`update marketplace.post_card_source set changed_at = changed_at - interval '2 minutes' where id = ${id}`.execute(
    await database(),
  )

/** Everything that shows a listing to somebody. */
async function everywhere(post: TestPost, author: TestPerson, rare: string, as: TestPerson | undefined) {
  const asked = [
    detail(post._id, as),
    searchFor({ q: rare, lat: 52, lng: 13 }, as),
    searchFor({ q: rare }, as),
    call('GET', `/api/v1/usr-mgt/get-profile-web/${author.id}`, { as }),
    ...(as ? [favourites(as)] : []),
  ]
  const answers = await Promise.all(asked.map(granted))
  return answers.map(({ text }) => text)
}

describe('a card', () => {
  test('says what the row says, to everybody, wherever it is shown', async () => {
    const [author, reader] = [await newMember(), await newMember()]
    const sub = await newCategory({ parent_id: (await newCategory())._id })
    const rare = word()
    const post = await newPost(author, {
      title: `"Clock" ${rare} \\u000e`,
      description: '\\u0001\u2028{"a":[{}]}',
      category_id: sub.parent_id,
      sub_category_id: sub._id,
      condition: 'good',
      media: { photoUrl: [await newPicture(author.id), await newPicture(author.id)] },
      address: { place: '\\u000f', zip_code: '"' },
    })
    await chatAbout(post._id, author, reader)
    await favourite(reader, post._id)
    for (const as of [undefined, reader, author, await newStaff('moderator')]) {
      expect(await isStale(post)).toBe(false)
      const shown = await everywhere(post, author, rare, as)
      await outdate(post)
      expect(await everywhere(post, author, rare, as)).toEqual(shown)
      await refreshed()
      expect(await everywhere(post, author, rare, as)).toEqual(shown)
    }
  })

  test('is made anew in the transaction of whoever writes', async () => {
    const author = await newMember()
    const post = await newPost(author)
    const body = { title: `Other ${newId()}`, price: 19 }
    await granted(call('PUT', `/api/v1/post-mgt/update/${post._id}`, { as: author, body }))
    expect(await isStale(post)).toBe(false)
    expect((await detail(post._id)).body.data).toMatchObject(body)
  })

  test('never shows what its seller was called before, or a distance that they hide', async () => {
    const [author, rare] = [await newMember(), word()]
    const post = await newPost(author, { title: `Kite ${rare}` })
    const shown = async () => {
      const { body } = await searchFor({ q: rare, lat: 52, lng: 13 })
      return body.data[0] as unknown as { seller: { name: string }; distance_km: number | null }
    }
    expect(await shown()).toMatchObject({ distance_km: expect.any(Number) })
    const body = { name: `Renamed ${rare}`, privacy: { show_distance: false } }
    await granted(call('PUT', '/api/v1/usr-mgt/update', { as: author, body }))
    const after = { seller: { name: body.name }, distance_km: null }
    expect(await shown()).toMatchObject(after)
    // Too early: somebody may be about to keep a card with the old name.
    await refreshed()
    expect(await shown()).toMatchObject(after)
    await age(author.id)
    await refreshed()
    expect(await isStale(post)).toBe(false)
    expect(await shown()).toMatchObject(after)
    expect(await listingCards.findDifferent(await database())).toEqual([])
  })

  test('never shows what its categories were called before', async () => {
    const [author, administrator] = [await newMember(), await newStaff('administrator')]
    const above = await newCategory()
    const sub = await newCategory({ parent_id: above._id })
    const post = await newPost(author, { category_id: above._id, sub_category_id: sub._id })
    const named = async () => {
      const { category, sub_category } = (await detail(post._id)).body.data
      return [category.name, sub_category.name]
    }
    const names = [`Above ${newId()}`, `Below ${newId()}`]
    for (const [at, { _id }] of [above, sub].entries()) {
      const body = { name: names[at] }
      await granted(call('PUT', `/api/v1/category-mgt/update/${_id}`, { as: administrator, body }))
    }
    expect(await named()).toEqual(names)
    for (const { _id } of [above, sub]) {
      await age(_id)
      await refreshed()
    }
    expect(await isStale(post)).toBe(false)
    expect(await named()).toEqual(names)
  })

  test('of somebody with many listings follows some at a time', async () => {
    const author = await newMember()
    const posts = [await newPost(author), await newPost(author), await newPost(author)]
    const body = { name: `Many ${newId()}` }
    await granted(call('PUT', '/api/v1/usr-mgt/update', { as: author, body }))
    await age(author.id)
    const { host } = await world()
    for (const _round of posts.keys())
      await host.services.db.transaction().execute((db) => listingCards.refresh(db, 1))
    await host.services.db.transaction().execute((db) => listingCards.refresh(db, 1000))
    for (const post of posts) {
      expect(await isStale(post)).toBe(false)
      expect((await detail(post._id)).body.data.seller.name).toBe(body.name)
    }
    const { rows } = await sql`select 1 from marketplace.post_card_source where id = ${author.id}`.execute(
      await database(),
    )
    expect(rows).toEqual([])
  })
})
