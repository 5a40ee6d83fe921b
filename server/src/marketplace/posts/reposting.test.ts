import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { days, hours } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import { categoryKeeper, newCategory } from '../../testing/categories.ts'
import { roomOf } from '../../testing/chat.ts'
import {
  call,
  expectProblem,
  granted,
  later,
  newMember,
  newStaff,
  signedIn,
  type TestPerson,
  world,
} from '../../testing/kit.ts'
import { uploadPicture } from '../../testing/pictures.ts'
import {
  addPost,
  anotherThing,
  chatAbout,
  close,
  detail,
  favourite,
  favourites,
  feed,
  ids,
  newPost,
  noticesOf,
  repost,
  review,
  searchFor,
  sell,
  softDelete,
  update,
  word,
} from '../../testing/posts.ts'

const database = async () => (await world()).host.services.db
const times = ({ published_at, expires_at }: { published_at: string; expires_at: string }) => [
  Date.parse(published_at),
  Date.parse(expires_at),
]

describe('re-posting what has ended', () => {
  test('opens it anew, with its chats and those who saved it', async () => {
    const [author, fan, talker] = [await newMember(), await newMember(), await newMember()]
    const category = await newCategory({ expiration_days: 10 })
    const rare = word()
    const { _id: id } = await newPost(author, { title: `Bell ${rare}`, category_id: category._id })
    const { published_at: before } = (await detail(id)).body.data
    await favourite(fan, id)
    const room = (await chatAbout(id, author, talker)).body.data._id
    await close(author, id, { reason: 'A trip.' })
    await later(hours(1), async () => {
      const as = await signedIn(author)
      const { body } = await granted(repost(as, id))
      expect(body.data).toMatchObject({
        _id: id,
        status: 'active',
        repost_count: 1,
        closed_reason: null,
        favourite_count: 1,
        reposted_from: null,
      })
      const [published, ends] = times(body.data)
      expect(published).toBeGreaterThan(Date.parse(before))
      expect(ends).toBe((published ?? 0) + days(10))
      expect(ids(await searchFor({ q: rare }))).toEqual([id])
      const saver = await signedIn(fan)
      expect((await favourites(saver)).body.data).toMatchObject([{ _id: id, is_available: true }])
      expect(await noticesOf(saver, 'back_available')).toMatchObject([{ title: 'Available again' }])
      const { productDetails } = await roomOf(await signedIn(talker), room)
      expect(productDetails.is_available).toBeUndefined()
      expectProblem(await repost(as, id), 409, 'REPOST_TOO_SOON')
    })
  })

  test('works from the moment that its time is over', async () => {
    const author = await newMember()
    const { _id: id } = await newPost(author, { quantity: 3 })
    await sell(author, id, 'sold_elsewhere', { quantity: 1 })
    await sell(author, id, 'reserved')
    await later(days(30), async () => {
      const as = await signedIn(author)
      expect((await detail(id)).body.data.status).toBe('expired')
      const { body } = await granted(repost(as, id, { price: 18 }))
      expect(body.data).toMatchObject({
        status: 'active',
        sold_type: 'available',
        price: 18,
        quantity: 3,
        quantity_sold: 1,
      })
      expect((await detail(id)).body.data.status).toBe('active')
    })
  })

  test('is no way to the top twice within 48 hours', async () => {
    const author = await newMember()
    const { _id: id } = await newPost(author)
    const again = async (as: TestPerson) => {
      await granted(close(as, id))
      return (await granted(repost(as, id))).body.data
    }
    const [first] = times(await again(author))
    await later(hours(47), async () => {
      const [published, ends] = times(await again(await signedIn(author)))
      expect(published).toBe(first)
      expect(ends).toBeGreaterThan((first ?? 0) + days(31))
    })
    await later(hours(49), async () => {
      const post = await again(await signedIn(author))
      expect(times(post)[0]).toBeGreaterThan((first ?? 0) + hours(48))
      expect(post.repost_count).toBe(3)
    })
  })

  test('asks what publishing asks', async () => {
    const author = await newMember()
    const attribute_schema = [{ key: 'size', label: 'Size', type: 'text', required: true }]
    const category = await newCategory()
    const title = `Late ${newId()}`
    const { _id: id } = await newPost(author, { title, category_id: category._id })
    await close(author, id)
    const as = await categoryKeeper()
    const change = (body: object) => call('PUT', `/api/v1/category-mgt/update/${category._id}`, { as, body })
    await change({ enabled: false })
    expectProblem(await repost(author, id), 404, 'NO_SUCH_CATEGORY')
    await change({ enabled: true, attribute_schema })
    expectProblem(await repost(author, id), 400, 'ATTRIBUTE_INVALID')
    await change({ attribute_schema: [] })
    expectProblem(await repost(author, id, { price: 12.345 }), 400, 'PRICE_PRECISION')
    const twin = await newPost(author, { title, category_id: category._id })
    const answer = await repost(author, id)
    expectProblem(answer, 409, 'DUPLICATE_POST')
    expect(answer.body.error).toMatchObject({ details: { post_id: twin._id } })
    expect((await repost(author, id, {}, { 'x-allow-duplicate': 'true' })).body.data.status).toBe('active')
  })

  test('for a price that makes another thing of it waits with the price', async () => {
    const [author, moderator] = [await newMember(), await newStaff('moderator')]
    const { _id: id } = await newPost(author, { title: `Chair ${word()}` })
    await close(author, id)
    // A newcomer's own risks and the price together are too much.
    await sql`update marketplace.users set trust_level = 0 where id = ${author.id}`.execute(await database())
    const held = await granted(repost(author, id, { price: 900 }))
    expect(held.body.message).toBe('Waits for a moderator')
    expect(held.body.data).toMatchObject({
      status: 'active',
      price: 20,
      review: { state: 'waiting', change: { price: 900 }, reasons: ['price_changed', 'price_multiplied'] },
    })
    expect((await detail(id)).body.data).toMatchObject({ status: 'active', price: 20 })
    await granted(review(moderator, id, { decision: 'accept' }))
    expect((await detail(id)).body.data).toMatchObject({ status: 'active', price: 900 })
  })

  test('takes a change along that waits', async () => {
    const author = await newMember()
    const { _id: id } = await newPost(author, { title: `Chair ${word()}` })
    const change = await anotherThing()
    expect((await update(author, id, change)).body.data.review.state).toBe('waiting')
    await close(author, id)
    const { body } = await granted(repost(author, id))
    expect(body.data).toMatchObject({ status: 'active', price: 20, review: { state: 'waiting' } })
    await close(author, id)
    const again = (await granted(repost(author, id, { price: 140 }))).body.data
    expect(again).toMatchObject({ price: 20, review: { change: { title: change.title, price: 140 } } })
  })

  test('is its owner’s, and not of what was never offered, or taken down', async () => {
    const [author, moderator] = [await newMember(), await newStaff('moderator')]
    const [draft, open, hidden] = [
      await newPost(author, { draft: true }),
      await newPost(author),
      await newPost(author),
    ]
    expectProblem(await repost(author, draft._id), 409, 'INVALID_TRANSITION')
    for (const as of [await newMember(), moderator])
      expectProblem(await repost(as, open._id), 404, 'NO_SUCH_POST')
    await sell(author, open._id, 'reserved')
    await later(hours(49), async () =>
      expectProblem(await repost(await signedIn(author), open._id), 409, 'INVALID_TRANSITION'),
    )
    const act = (action: string) =>
      call('POST', '/api/v1/notification-mgt/content-violation/manual', {
        as: moderator,
        body: {
          recipient: author.id,
          reference: { model: 'post', id: hidden._id },
          rule: 'no-spam',
          message: 'No.',
          action,
        },
      })
    for (const action of ['hide', 'remove']) {
      await granted(act(action))
      expectProblem(await repost(author, hidden._id), 409, 'REMOVED_BY_MODERATION')
    }
    await softDelete(author, open._id)
    expectProblem(await repost(author, open._id), 409, 'INVALID_TRANSITION')
    expectProblem(await repost(author, open._id, {}, { 'if-match': '0' }), 412, 'VERSION_CONFLICT')
  })

  test('twice at once opens it once', async () => {
    const author = await newMember()
    const { _id: id } = await newPost(author)
    await close(author, id)
    const answers = await Promise.all(Array.from({ length: 4 }, () => repost(author, id)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
    expect((await detail(id, author)).body.data.repost_count).toBe(1)
  })
})

describe('re-posting what is open', () => {
  test('brings it to the top and gives it its time again, every 48 hours', async () => {
    const author = await newMember()
    const { _id: category_id } = await newCategory()
    const [first, second] = [await newPost(author, { category_id }), await newPost(author, { category_id })]
    const order = async () => [
      ids(await feed({ category_id })),
      ids(await feed({ category_id, lat: 52.5, lng: 13.4, radius_km: 25 })),
    ]
    expect(await order()).toEqual([
      [second._id, first._id],
      [second._id, first._id],
    ])
    const soon = await repost(author, first._id)
    expectProblem(soon, 409, 'REPOST_TOO_SOON')
    const { published_at: published } = (await detail(first._id)).body.data
    const next_at = new Date(Date.parse(published) + hours(48)).toISOString()
    expect(soon.body.error).toMatchObject({ details: { next_at } })
    await later(hours(48), async () => {
      const { body } = await granted(repost(await signedIn(author), first._id))
      const [now = 0, ends] = times(body.data)
      expect(now).toBeGreaterThanOrEqual(Date.parse(next_at))
      expect(ends).toBe(now + days(30))
      expect(body.data).toMatchObject({ status: 'active', repost_count: 1 })
      expect(await order()).toEqual([
        [first._id, second._id],
        [first._id, second._id],
      ])
      expect(await noticesOf(await signedIn(author), 'back_available')).toEqual([])
      expectProblem(await repost(await signedIn(author), first._id), 409, 'REPOST_TOO_SOON')
    })
  })

  test('counts among what is published in a day', async () => {
    const author = await newMember()
    const { _id: id } = await newPost(author)
    const db = await database()
    await sql`update marketplace.users set trust_level = 0 where id = ${author.id}`.execute(db)
    await later(hours(48), async () => {
      const at = (await world()).clock.now()
      await sql`
        insert into marketplace.post (id, author_id, title, price_minor, currency, category_id, status, longitude, latitude, public_longitude, public_latitude, published_at, created_at, updated_at)
        select gen_random_uuid(), author_id, title, price_minor, currency, category_id, 'closed', 0, 0, 0, 0, ${at}, created_at, updated_at
        from marketplace.post, generate_series(1, 200) where id = ${id}`.execute(db)
      expectProblem(await repost(await signedIn(author), id), 403, 'POSTING_LIMIT')
    })
  })
})

describe('re-posting what was sold', () => {
  test('offers the same once more, as a listing of its own', async () => {
    const [author, fan] = [await newMember(), await newMember()]
    const { publicUrl } = await uploadPicture(author)
    const sold = await newPost(author, {
      title: `Vase ${word()}`,
      quantity: 2,
      description: 'Blue.',
      media: { photoUrl: [publicUrl] },
      auto_renew: true,
    })
    await favourite(fan, sold._id)
    await sell(author, sold._id, 'sold_elsewhere')
    const { body } = await granted(repost(author, sold._id, { price: 25 }))
    expect(body.data).toMatchObject({
      title: sold.title,
      description: 'Blue.',
      price: 25,
      quantity: 2,
      quantity_sold: 0,
      status: 'active',
      isSold: false,
      media: { photoUrl: [publicUrl] },
      reposted_from: sold._id,
      favourite_count: 0,
      auto_renew: true,
    })
    expect(body.data._id).not.toBe(sold._id)
    expect((await detail(sold._id)).body.data.status).toBe('sold')
    expect((await detail(body.data._id)).body.data).toMatchObject({ reposted_from: null, auto_renew: null })
    expectProblem(await repost(author, sold._id, { price: 25 }), 409, 'DUPLICATE_POST')
    const { rows } = await sql<{ uses: number }>`
      select uses from platform.upload where id = any(
        select unnest(photo_ids) from marketplace.post where id = ${sold._id})`.execute(await database())
    expect(rows).toEqual([{ uses: 2 }])
  })

  test('is a new listing to those who look after them', async () => {
    const author = await newMember()
    const pay = { title: `Vase ${word()}`, description: 'Pay by gift card only.' }
    const held = (await granted(addPost(author, pay))).body.data
    expect(held.status).toBe('pending_review')
    await granted(review(await newStaff('moderator'), held._id, { decision: 'accept' }))
    await sell(author, held._id, 'sold_elsewhere')
    const { body } = await granted(repost(author, held._id))
    expect(body.message).toBe('Waits for a moderator')
    expect(body.data).toMatchObject({ status: 'pending_review', reposted_from: held._id, published_at: null })
  })

  test('needs its pictures', async () => {
    const author = await newMember()
    const { id, publicUrl } = await uploadPicture(author)
    const sold = await newPost(author, { media: { photoUrl: [publicUrl] } })
    await sell(author, sold._id, 'sold_elsewhere')
    await sql`update platform.upload set withheld_at = now() where id = ${id}`.execute(await database())
    expectProblem(await repost(author, sold._id), 400, 'MEDIA_NOT_READY')
  })
})
