import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { days } from '../../platform/clock.ts'
import { type Cast, newCast } from '../../testing/cast.ts'
import { categoryKeeper, newCategory } from '../../testing/categories.ts'
import { runNow } from '../../testing/jobs.ts'
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
import {
  addPost,
  anotherThing,
  detail,
  favourite,
  history,
  ids,
  newHeldPost,
  newPost,
  noticesOf,
  review,
  reviews,
  sell,
  update,
  word,
} from '../../testing/posts.ts'
import { jobsDone } from '../../testing/rows.ts'
import { newPicture } from '../../testing/users.ts'
import { closeWorld, worldWith } from '../../testing/world.ts'
import { carryOutDecision } from './jobs.ts'

let cast: Cast
let author: TestPerson
let buyer: TestPerson
// The queue is counted here, and read no further than a page.
beforeAll(async () => {
  await worldWith({})
  cast = await newCast()
  author = cast.member
  buyer = cast.partner
})
afterAll(closeWorld)

const isQueued = async (id: string) => {
  const { body } = await reviews(cast.moderator, { limit: 100 })
  return body.data.some(({ post }: { post: { _id: string } }) => post._id === id)
}
const accept = (id: string) => review(cast.moderator, id, { decision: 'accept' })
const decline = (id: string, message = 'It is another thing now.') =>
  review(cast.moderator, id, { decision: 'decline', message })
const database = async () => (await world()).host.services.db
const trust = async ({ id }: TestPerson, level: number) =>
  sql`update marketplace.users set trust_level = ${level} where id = ${id}`.execute(await database())
const usesOf = async (url: string) => {
  const id = url.split('/media/')[1]?.split('/')[0]
  const { rows } = await sql<{ uses: number }>`select uses from platform.upload where id = ${id}`.execute(
    await database(),
  )
  return rows[0]?.uses ?? 0
}
const changeCategory = async (id: string, body: object) =>
  call('PUT', `/api/v1/category-mgt/update/${id}`, { as: await categoryKeeper(), body })
const outside = { description: 'Please pay by gift card before you come.' }

describe('the history of a listing', () => {
  test('says what was changed since it was published, by whom, and how it was', async () => {
    const [first, second] = [await newPicture(author.id), await newPicture(author.id)]
    const { _id } = await newPost(author, { draft: true, title: 'Oak chairs', media: { photoUrl: [first] } })
    await update(author, _id, { title: 'Oak chair', price: 30 })
    await update(author, _id, { draft: false })
    expect((await history(author, _id)).body.data).toEqual([])
    await update(author, _id, { price: 25, media: { photoUrl: [first, second] } })
    await update(author, _id, { price: 25 })
    await update(cast.moderator, _id, { title: 'Oak chair, 1960s', address: { place: 'Harbour' } })
    const { body } = await history(author, _id)
    expect(body.data).toMatchObject([
      {
        by: 'moderator',
        changes: [
          { field: 'title', before: 'Oak chair', after: 'Oak chair, 1960s' },
          { field: 'address', before: { place: '' }, after: { place: 'Harbour' } },
        ],
      },
      {
        by: 'author',
        changes: [
          { field: 'price', before: 30, after: 25 },
          { field: 'media', before: { photoUrl: [first] }, after: { photoUrl: [first, second] } },
        ],
      },
    ])
    expect((await detail(_id, author)).body.data.__v).toBe(body.data[0].version)
    expect((await history(cast.moderator, _id)).body).toMatchObject({ data: body.data })
    expect((await history(buyer, _id)).status).toBe(404)
  })

  test('keeps the newest hundred changes by its author, and all by moderators', async () => {
    const { _id } = await newPost(author)
    await update(author, _id, { description: 'the first' })
    await update(cast.moderator, _id, { description: 'put right' })
    for (let n = 1; n <= 101; n += 1) await update(author, _id, { description: `the ${n}th` })
    const { body } = await history(author, _id, { limit: 100 })
    const { body: rest } = await history(author, _id, { limit: 100, cursor: String(body.meta.nextCursor) })
    const kept = [...body.data, ...rest.data].map(({ by, changes }) => [by, changes[0].after])
    expect(kept).toHaveLength(101)
    expect(kept.slice(-2)).toEqual([
      ['author', 'the 2th'],
      ['moderator', 'put right'],
    ])
  })
})

describe('a change that makes another thing of a listing', () => {
  test('waits, and everybody sees the listing as it was', async () => {
    const photo = await newPicture(author.id)
    const { _id, title } = await newPost(author, { media: { photoUrl: [photo] } })
    const change = await anotherThing({ media: { photoUrl: [await newPicture(author.id)] } })
    const { status, body } = await update(author, _id, change)
    expect([status, body.message]).toEqual([200, 'Waits for a moderator'])
    const held = {
      state: 'waiting',
      reasons: ['title_replaced', 'price_changed', 'pictures_replaced', 'category_changed'],
      change,
      message: null,
    }
    expect(body.data).toMatchObject({ title, price: 20, status: 'active', __v: 1, review: held })
    expect((await detail(_id, author)).body.data.review).toMatchObject(held)
    expect((await detail(_id, buyer)).body.data).toMatchObject({ title, price: 20, review: null })
    expect((await detail(_id, cast.moderator)).body.data.media.photoUrl).toEqual([photo])
    expect((await history(author, _id)).body.data).toEqual([])
  })

  test('holds as soon as a moderator accepts it, with its notices and its history', async () => {
    const { _id } = await newPost(author, { price: 900 })
    await favourite(buyer, _id, { price: 900 })
    const change = await anotherThing({ price: 300 })
    await update(author, _id, change)
    expect(await noticesOf(buyer, 'price_drop')).toEqual([])
    expect((await accept(_id)).status).toBe(200)
    const { data } = (await detail(_id, buyer)).body
    expect(data).toMatchObject({ title: change.title, price: 300, category: { _id: change.category_id } })
    expect((await detail(_id, author)).body.data.review).toBeNull()
    expect((await history(author, _id)).body.data).toMatchObject([{ by: 'author', version: data.__v }])
    expect(await noticesOf(buyer, 'price_drop')).toHaveLength(1)
    expect(await noticesOf(author, 'moderation')).toMatchObject([
      { title: 'Your change is online', message: change.title, actor: '', reference: { id: _id } },
    ])
    expect(await isQueued(_id)).toBe(false)
    expect((await accept(_id)).body.error.code).toBe('NO_SUCH_REVIEW')
  })

  test('is told why it was declined; the next one starts from what everybody sees', async () => {
    const someone = await newMember()
    const { _id, title } = await newHeldPost(someone)
    expect((await review(cast.moderator, _id, { decision: 'decline' })).body.error.fields).toMatchObject([
      { path: 'body.message' },
    ])
    await decline(_id, 'Make a new listing of it.')
    const { review: declined } = (await detail(_id, someone)).body.data
    expect(declined).toMatchObject({ state: 'declined', message: 'Make a new listing of it.' })
    expect(await noticesOf(someone, 'moderation')).toMatchObject([
      { title: 'Your change was not accepted', message: `${title}: Make a new listing of it.` },
    ])
    expect(await isQueued(_id)).toBe(false)
    const { body } = await update(someone, _id, { description: 'Of oak.' })
    expect(body.data).toMatchObject({ title, description: 'Of oak.', price: 20, review: null })
  })

  test('gathers what its author changes meanwhile, and goes at once when the risk is gone', async () => {
    const { _id, title, __v } = await newHeldPost(author)
    const asked = (await detail(_id, author)).body.data.review.change
    const { body } = await update(author, _id, { description: 'Of oak.', address: { place: 'Harbour' } })
    expect(body.data).toMatchObject({ description: '', address: { place: '' }, __v: __v + 1 })
    expect(body.data.review.change).toEqual({
      ...asked,
      description: 'Of oak.',
      address: { place: 'Harbour' },
    })
    const back = (await update(author, _id, { title, price: 22 })).body.data
    expect(back).toMatchObject({ title, price: 22, description: 'Of oak.', review: null })
    expect(await isQueued(_id)).toBe(false)
  })

  test('lets the pictures go that it does not bring after all', async () => {
    const someone = await newMember()
    const { _id } = await newPost(someone)
    const [first, second] = [await newPicture(someone.id), await newPicture(someone.id)]
    await update(someone, _id, await anotherThing({ media: { photoUrl: [first] } }))
    await update(someone, _id, { media: { photoUrl: [second] } })
    expect([await usesOf(first), await usesOf(second)]).toEqual([0, 1])
    await accept(_id)
    expect(await usesOf(second)).toBe(1)
    expect((await detail(_id)).body.data.media.photoUrl).toEqual([second])
    const third = await newPicture(someone.id)
    await update(someone, _id, await anotherThing({ price: 20, media: { photoUrl: [third] } }))
    await decline(_id)
    expect([await usesOf(second), await usesOf(third)]).toEqual([1, 0])
  })

  test('is found out though it was made in steps, each harmless by itself', async () => {
    const photo = await newPicture(author.id)
    const steps = async (price: number, id: string) => {
      expect((await update(author, id, { title: `Gold ${word()}` })).body.data.review).toBeNull()
      return update(author, id, { price })
    }
    const bicycle = await newPost(author, { title: `Red ${word()}`, price: 100 })
    const { body } = await steps(5000, bicycle._id)
    expect(body.data).toMatchObject({
      price: 100,
      review: { reasons: ['title_replaced', 'price_changed', 'price_multiplied'] },
    })
    const slow = await newPost(author, { title: `Red ${word()}`, price: 100, media: { photoUrl: [photo] } })
    expect((await steps(300, slow._id)).body.data.review).toBeNull()
    const third = { media: { photoUrl: [await newPicture(author.id)] } }
    expect((await update(author, slow._id, third)).body.data.review.reasons).toContain('title_replaced')
    await decline(slow._id)
    expect((await update(author, slow._id, third)).body.data.review).toBeNull()
  })

  test('may come slowly: what stood for a week is what everybody knows', async () => {
    const { _id } = await newPost(author, { title: `Red ${word()}`, price: 100 })
    await update(author, _id, { title: `Gold ${word()}`, price: 200 })
    await later(days(6), async () => {
      const as = await signedIn(author)
      await update(as, _id, { quantity: 3 })
      expect((await update(as, _id, { price: 2000 })).body.message).toBe('Waits for a moderator')
      await update(as, _id, { price: 200 })
    })
    await later(days(13), async () => {
      expect((await update(await signedIn(author), _id, { price: 2000 })).body.data.review).toBeNull()
    })
  })

  test('is not what happens to its category', async () => {
    const [here, there] = [await newCategory(), await newCategory()]
    const leaf = await newCategory({ parent_id: here._id })
    const filed = { category_id: here._id, sub_category_id: leaf._id }
    const { _id } = await newPost(author, { title: `Red ${word()}`, price: 100, ...filed })
    await update(author, _id, { title: `Gold ${word()}`, price: 200 })
    expect((await changeCategory(leaf._id, { parent_id: there._id })).status).toBe(200)
    await jobsDone()
    const { data } = (await update(author, _id, { quantity: 2 })).body
    expect(data).toMatchObject({ category: { _id: there._id }, quantity: 2, review: null })
  })

  test('asks a newcomer’s risks of its buyers no less than a new listing', async () => {
    const someone = await newMember()
    const { _id } = await newPost(someone)
    const { body } = await update(someone, _id, outside)
    expect(body.data.review.reasons).toEqual(['payment_outside', 'new_account'])
  })

  test('is not held of a trusted author, of a draft, or where only one thing differs', async () => {
    const someone = await newMember()
    await trust(someone, 2)
    const { _id } = await newPost(someone)
    expect((await update(someone, _id, await anotherThing())).body.data.review).toBeNull()
    const draft = await newPost(author, { draft: true })
    expect((await update(author, draft._id, await anotherThing())).body.data.review).toBeNull()
    const { category_id, ...other } = await anotherThing()
    const post = await newPost(author)
    expect((await update(author, post._id, other)).body.data.review).toBeNull()
  })

  test('cannot be accepted once the listing was sold, or as its category does not take it', async () => {
    const sold = await newHeldPost(author)
    await sell(author, sold._id, 'sold_elsewhere')
    expect((await accept(sold._id)).body.error.code).toBe('POST_NOT_EDITABLE')
    expect((await decline(sold._id)).status).toBe(200)

    const strict = await newCategory()
    const { _id } = await newPost(author)
    await update(author, _id, await anotherThing({ category_id: strict._id }))
    await changeCategory(strict._id, {
      attribute_schema: [{ key: 'brand', label: 'Brand', type: 'text', required: true }],
    })
    expect((await accept(_id)).body.error.code).toBe('ATTRIBUTE_INVALID')
    await changeCategory(strict._id, { enabled: false })
    expect((await accept(_id)).body.error.code).toBe('NO_SUCH_CATEGORY')
  })

  test('calls those who look after the marketplace, once a day', async () => {
    const [keeper, other] = [await newStaff('moderator'), await newMember()]
    for (const _ of [1, 2]) await newHeldPost(author)
    expect(await noticesOf(keeper, 'moderation')).toMatchObject([{ title: 'Something waits for you' }])
    expect(await noticesOf(other, 'moderation')).toEqual([])
  })

  test('is decided by what the moderator read, and once', async () => {
    const { _id, __v } = await newHeldPost(author)
    const stale = await review(cast.moderator, _id, { decision: 'accept' }, { 'If-Match': `"${__v - 1}"` })
    expect(stale.status).toBe(412)
    const decisions = await Promise.all([accept(_id), decline(_id), accept(_id)])
    expect(decisions.map(({ status }) => status).sort()).toEqual([200, 404, 404])
  })

  test('is a moderator’s at once, and what waits goes on waiting', async () => {
    const { _id, title } = await newHeldPost(author)
    const { body } = await update(cast.moderator, _id, { description: 'Put right.' })
    expect(body.data).toMatchObject({ title, description: 'Put right.' })
    expect(await isQueued(_id)).toBe(true)
  })
})

describe('a new listing that asks newcomers’ risks of its buyers', () => {
  test('waits out of sight until it is accepted, and is then new', async () => {
    const someone = await newMember()
    const added = (await addPost(someone, outside)).body
    const { _id, status } = added.data
    expect([status, added.message]).toEqual(['pending_review', 'Waits for a moderator'])
    expect((await detail(_id, someone)).body.data.review).toMatchObject({
      reasons: ['payment_outside', 'new_account'],
      change: null,
    })
    expect((await detail(_id, buyer)).status).toBe(404)
    const { body } = await reviews(cast.moderator, { limit: 100 })
    expect(body.data.find(({ post }: { post: { _id: string } }) => post._id === _id)).toMatchObject({
      change: null,
    })
    await accept(_id)
    const { data } = (await detail(_id, buyer)).body
    expect(data).toMatchObject({ status: 'active', isSold: false })
    expect(data.published_at).not.toBeNull()
    expect(await noticesOf(someone, 'moderation')).toMatchObject([{ title: 'Your listing is online' }])
  })

  test('appears at once when its author takes the risk away', async () => {
    const someone = await newMember()
    const draft = await newPost(someone, { ...outside, draft: true })
    expect((await update(someone, draft._id, { draft: false })).body.data.status).toBe('pending_review')
    const refused = await update(someone, draft._id, { draft: true })
    expect(refused.body.error.code).toBe('INVALID_TRANSITION')
    const { body } = await update(someone, draft._id, { description: 'Of oak.' })
    expect(body.data).toMatchObject({ status: 'active', review: null })
  })

  test('may be put right when it was declined, and is looked at again', async () => {
    const someone = await newMember()
    const { _id } = await newPost(someone, outside)
    await decline(_id, 'Do not ask for gift cards.')
    expect((await detail(_id, someone)).body.data).toMatchObject({
      status: 'rejected',
      review: { state: 'declined', message: 'Do not ask for gift cards.' },
    })
    const { body } = await update(someone, _id, { description: 'Of oak.' })
    expect(body.data).toMatchObject({ status: 'pending_review', review: { state: 'waiting', message: null } })
    await accept(_id)
    expect((await detail(_id)).body.data.status).toBe('active')
  })

  test('is not held of an account of more than a day', async () => {
    const someone = await newMember()
    await later(days(1), async () => {
      const again = await signedIn(someone)
      expect((await newPost(again, outside)).status).toBe('active')
    })
  })

  test('is out of the queue when a moderator removes it', async () => {
    const { _id } = await newHeldPost(author)
    await call('POST', '/api/v1/notification-mgt/content-violation/manual', {
      as: cast.moderator,
      body: {
        recipient: author.id,
        reference: { model: 'post', id: _id },
        rule: 'fraud',
        message: 'It is a fraud.',
        action: 'remove',
      },
    })
    expect(await isQueued(_id)).toBe(false)
    expect((await accept(_id)).status).toBe(404)
    expect(ids(await reviews(cast.administrator, { limit: 100 }))).not.toContain(_id)
  })
})

test('what a moderator has to sell waits for another one', async () => {
  const [own, other] = [await newStaff('moderator'), await newStaff('administrator')]
  const { _id } = await newHeldPost(own)
  const waiting = async (as: TestPerson) => {
    const [{ body }, counts] = [
      await reviews(as, { limit: 100 }),
      await call('GET', '/api/v1/post-mgt/review-counts', { as }),
    ]
    const isThere = body.data.some(({ post }: { post: { _id: string } }) => post._id === _id)
    return [isThere, counts.body.data.waiting.changes]
  }
  const [, all] = await waiting(other)
  expect(await waiting(own)).toEqual([false, all - 1])
  expect(await waiting(other)).toEqual([true, all])
  for (const body of [{ decision: 'accept' }, { decision: 'accept', hold_seconds: 10 }])
    expectProblem(await review(own, _id, body), 403, 'OWN_MATTER')
  await granted(review(other, _id, { decision: 'accept' }))
})

describe('a decision that is held', () => {
  /** It takes effect when the test says so, however long that takes. */
  const hold = async (id: string, body: object = { decision: 'accept' }, as = cast.moderator) => {
    const answer = await review(as, id, { hold_seconds: 60, ...body })
    await sql`
      update pgboss.job set start_after = start_after + interval '1 day'
      where name = ${carryOutDecision.name} and state = 'created'`.execute(await database())
    return answer
  }
  const takeBack = (id: string, as = cast.moderator) =>
    call('DELETE', `/api/v1/post-mgt/reviews/${id}/decision`, { as })
  /** What the queue does once the time has come; the decision is what it was when this is called. */
  const dueOf = async (postId: string) => {
    const { rows } = await sql<{ id: string }>`
      select id from marketplace.post_decision where post_id = ${postId}`.execute(await database())
    const decisionId = String(rows[0]?.id)
    return () => runNow(carryOutDecision, { postId, decisionId })
  }

  test('is out of the queue, tells nobody, and takes effect once its time has come', async () => {
    const someone = await newMember()
    const { _id } = await newPost(someone, outside)
    expect((await hold(_id)).status).toBe(200)
    expect(await isQueued(_id)).toBe(false)
    expect((await detail(_id, buyer)).status).toBe(404)
    expect((await detail(_id, someone)).body.data.review.state).toBe('waiting')
    expect(await noticesOf(someone, 'moderation')).toEqual([])
    const due = await dueOf(_id)
    await due()
    await due()
    expect((await detail(_id, buyer)).body.data.status).toBe('active')
    expect(await noticesOf(someone, 'moderation')).toMatchObject([{ title: 'Your listing is online' }])
    expect((await takeBack(_id)).body.error.code).toBe('NO_SUCH_DECISION')
  })

  test('can be taken back by whoever made it, and then never happens', async () => {
    const someone = await newMember()
    const { _id } = await newHeldPost(someone)
    await hold(_id, { decision: 'decline', message: 'No.' })
    const due = await dueOf(_id)
    expect((await takeBack(_id, cast.administrator)).status).toBe(404)
    expect((await takeBack(_id)).status).toBe(200)
    expect(await isQueued(_id)).toBe(true)
    await due()
    expect((await detail(_id, someone)).body.data.review.state).toBe('waiting')
    expect(await noticesOf(someone, 'moderation')).toEqual([])
    expect((await takeBack(_id)).status).toBe(404)
    expect((await accept(_id)).status).toBe(200)
  })

  test('is the only one, and either takes effect or is taken back', async () => {
    const { _id } = await newHeldPost(author)
    const decisions = await Promise.all([hold(_id), accept(_id), hold(_id, undefined, cast.administrator)])
    expect(decisions.map(({ status }) => status).sort()).toEqual([200, 404, 404])

    for (const _ of [1, 2, 3]) {
      const held = await newHeldPost(author)
      await hold(held._id)
      const due = await dueOf(held._id)
      const [taken] = await Promise.all([takeBack(held._id), due()])
      const { title } = (await detail(held._id, buyer)).body.data
      expect([taken.status, title === held.title]).toEqual(taken.status === 200 ? [200, true] : [404, false])
    }
  })

  test('is void once its author changes what it was about, and the moderator hears of it', async () => {
    const keeper = await newStaff('moderator')
    const someone = await newMember()
    const { _id, title } = await newHeldPost(someone)
    await hold(_id, undefined, keeper)
    const due = await dueOf(_id)
    await update(someone, _id, { description: 'Quite another.' })
    expect(await isQueued(_id)).toBe(true)
    await due()
    expect((await detail(_id, buyer)).body.data.title).toBe(title)
    const notices = await noticesOf(keeper, 'moderation')
    expect(notices.map((notice: { title: string }) => notice.title)).toContain(
      'Your decision did not take effect',
    )
    expect((await accept(_id)).status).toBe(200)
  })

  test('is refused at once where it could not take effect, and leaves nothing', async () => {
    const photo = await newPicture(author.id)
    const strict = await newCategory()
    const { _id } = await newPost(author)
    await update(author, _id, await anotherThing({ category_id: strict._id, media: { photoUrl: [photo] } }))
    await changeCategory(strict._id, { enabled: false })
    expect((await hold(_id)).body.error.code).toBe('NO_SUCH_CATEGORY')
    expect([await isQueued(_id), await usesOf(photo)]).toEqual([true, 1])
    await changeCategory(strict._id, { enabled: true })
    await hold(_id)
    const due = await dueOf(_id)
    await changeCategory(strict._id, { enabled: false })
    await due()
    expect(await isQueued(_id)).toBe(true)
    expect(await usesOf(photo)).toBe(1)
  })
})

describe('what a moderator finds', () => {
  const counts = async () =>
    (await call('GET', '/api/v1/post-mgt/review-counts', { as: cast.moderator })).body.data

  test('is counted, without what is decided', async () => {
    const before = await counts()
    const someone = await newMember()
    const { _id } = await newPost(someone, outside)
    await newHeldPost(author)
    const added = await counts()
    expect(added.waiting.listings - before.waiting.listings).toBe(1)
    expect(added.waiting.changes - before.waiting.changes).toBe(1)
    expect(added.last_day.joined).toBe(Math.min(before.last_day.joined + 1, before.most))
    expect(added.waiting.oldest_at).not.toBeNull()
    await review(cast.moderator, _id, { decision: 'accept', hold_seconds: 10 })
    expect((await counts()).waiting.listings).toBe(before.waiting.listings)
  })

  test('comes with what is known of who sells', async () => {
    const someone = await newMember()
    const sold = await newPost(someone)
    await sell(someone, sold._id, 'sold_elsewhere')
    const { _id } = await newHeldPost(someone)
    await call('POST', '/api/v1/notification-mgt/content-violation/manual', {
      as: cast.moderator,
      body: {
        recipient: someone.id,
        reference: { model: 'post', id: _id },
        rule: 'spam',
        message: 'Please do not repeat it.',
        action: 'warn',
      },
    })
    const { body } = await reviews(cast.moderator, { limit: 100 })
    const found = body.data.find(({ post }: { post: { _id: string } }) => post._id === _id)
    expect(found.seller_record).toEqual({ active: 1, sold: 1, rejected: 0, hidden: 0, violations: 1 })
  })
})
