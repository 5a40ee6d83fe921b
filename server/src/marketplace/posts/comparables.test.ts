import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { newCategory } from '../../testing/categories.ts'
import { runNow } from '../../testing/jobs.ts'
import { call, expectProblem, granted, newMember, type TestPerson, world } from '../../testing/kit.ts'
import { chatAbout, favourite, newPost } from '../../testing/posts.ts'
import { jobsDone } from '../../testing/rows.ts'
import { refreshComparables } from './jobs.ts'

type As = { token: string } | undefined
const sell = (as: As, post_id: string, body: object = {}) =>
  call('PUT', '/api/v1/post-mgt/update-sold-type', {
    as,
    body: { post_id, sold_type: 'sold_elsewhere', ...body },
  })

/** A category with two below it. @returns their ids. */
async function newBranch(): Promise<[string, string, string]> {
  const { _id: parent_id } = await newCategory()
  return [parent_id, (await newCategory({ parent_id }))._id, (await newCategory({ parent_id }))._id]
}

/** The page of a listing, once what is kept of its kind is up to date. */
async function detail(id: string, as?: As) {
  await runNow(refreshComparables, {})
  // One run is for some categories, and queues the next for more.
  await jobsDone()
  return (await call('GET', `/api/v1/post-mgt/detail/${id}`, { as })).body.data
}

describe('a listing by itself', () => {
  test('names others of its kind, and judges its price when there are enough', async () => {
    const category = await newCategory()
    const kind = { category_id: category._id, condition: 'good' }
    const author = await newMember()
    const other = await newMember()
    const cheap = await newPost(author, { ...kind, price: 50 })
    const rest: string[] = []
    for (const price of [90, 100, 110, 120]) rest.unshift((await newPost(other, { ...kind, price }))._id)
    expect(await detail(cheap._id)).toMatchObject({ similar_ids: rest, price_badge: null })
    const sold = await newPost(other, { ...kind, price: 500 })
    await sell(other, sold._id, { sold_price: 80 })
    await newPost(other, { ...kind, condition: 'poor', price: 1 })
    const { price_badge } = await detail(cheap._id)
    // Of a single sale only what was asked for it may be known.
    expect(price_badge).toEqual({ label: 'good', median: 110, median_minor: 11_000, sample: 5 })
    expect((await detail(rest[0] ?? '')).price_badge).toMatchObject({ label: 'high', sample: 5 })
    expect((await detail(rest[2] ?? '')).similar_ids).toEqual([cheap._id])
    expect((await detail(cheap._id)).similar_ids).toHaveLength(5)
  })

  test('judges by the prices that were sold at once they are of enough people, to whomever', async () => {
    const kind = { category_id: (await newCategory())._id, condition: 'good' }
    const [author, ...sellers] = await Promise.all(Array.from({ length: 6 }, () => newMember()))
    if (!author) throw new Error('nobody')
    const post = await newPost(author, { ...kind, price: 50 })
    const median = async (as?: TestPerson) => (await detail(post._id, as)).price_badge?.median
    const sellFor = async (seller: TestPerson, sold_price: number) =>
      sell(seller, (await newPost(seller, { ...kind, price: 500 }))._id, { sold_price })
    const [ada, ben, eve, ida, zoe] = sellers as [TestPerson, TestPerson, TestPerson, TestPerson, TestPerson]
    for (const [seller, price] of [
      [ada, 80],
      [ada, 81],
      [ada, 82],
      [ben, 83],
      [ben, 84],
      [eve, 85],
      [eve, 88],
      [ida, 86],
    ] as const)
      await sellFor(seller, price)
    // Eight sales of four people: without one of those, and one sale more, there would be two people left.
    expect(await median()).toBe(500)
    await sellFor(zoe, 87)
    // Whoever asks, also one of the sellers, for whom a difference would tell a price.
    for (const as of [undefined, ada, zoe, author]) expect(await median(as)).toBe(84)
  })

  test('forgets at their end what has ended, and in time what was sold', async () => {
    const category_id = (await newCategory())._id
    const [author, other] = [await newMember(), await newMember()]
    const post = await newPost(author, { category_id })
    const near = await newPost(other, { category_id })
    for (const price of [1, 2, 3, 4, 5]) await sell(other, (await newPost(other, { category_id, price }))._id)
    expect(await detail(post._id)).toMatchObject({ similar_ids: [near._id], price_badge: { sample: 6 } })
    const { db } = (await world()).host.services
    await sql`update marketplace.post set expires_at = now() - interval '1 second' where id = ${near._id}`.execute(
      db,
    )
    expect(await detail(post._id)).toMatchObject({ similar_ids: [], price_badge: { sample: 5 } })
  })

  test('names none that is gone since, or of whom its reader does not see', async () => {
    const category_id = (await newCategory())._id
    const [author, other, blocked] = [await newMember(), await newMember(), await newMember()]
    const post = await newPost(author, { category_id })
    const [seen, gone, hidden] = [
      await newPost(other, { category_id }),
      await newPost(other, { category_id }),
      await newPost(blocked, { category_id }),
    ]
    expect((await detail(post._id, author)).similar_ids).toEqual([hidden._id, gone._id, seen._id])
    await sell(other, gone._id)
    const { body } = await chatAbout(hidden._id, blocked, author)
    const block = { chatroom_id: body.data._id, is_blocked: true }
    await granted(call('PUT', '/api/v1/chat-mgt/update-block-status', { as: author, body: block }))
    const { similar_ids } = (await call('GET', `/api/v1/post-mgt/detail/${post._id}`, { as: author })).body
      .data
    expect(similar_ids).toEqual([seen._id])
  })

  test('leads on to others of its seller and of its kind, as its reader knows them', async () => {
    const [category, sub, beside] = await newBranch()
    const [author, other] = [await newMember(), await newMember()]
    const kind = { category_id: category, sub_category_id: sub }
    const older = await newPost(author, { ...kind, title: 'Green chair' })
    const post = await newPost(author, kind)
    const near = await newPost(other, { ...kind, title: 'Blue chair' })
    const further = await newPost(other, { category_id: category, sub_category_id: beside })
    await newPost(other)
    await sell(author, (await newPost(author, kind))._id)
    const related = (as?: As) => call('GET', `/api/v1/post-mgt/related/${post._id}`, { as })
    expect((await related()).body.data).toMatchObject({
      seller: { counts: { active: 2, sold: 1 } },
      from_seller: [{ _id: older._id, title: 'Green chair', favourited: false }],
      similar: [{ _id: near._id, title: 'Blue chair' }, { _id: further._id }],
    })
    await granted(favourite(other, older._id))
    expect((await related(other)).body.data.from_seller).toMatchObject([
      { _id: older._id, favourited: true, favourite_count: 1 },
    ])
  })

  test('keeps no video from elsewhere', async () => {
    const author = await newMember()
    const post = await newPost(author)
    const media = { videoUrl: 'https://elsewhere.example/film.mp4' }
    const answer = await call('PUT', `/api/v1/post-mgt/update/${post._id}`, { as: author, body: { media } })
    expectProblem(answer, 400, 'VALIDATION_FAILED', 'body.media.videoUrl')
  })
})
