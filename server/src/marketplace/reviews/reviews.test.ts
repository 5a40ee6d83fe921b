import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { days, hours, minutes } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import { eventsOf } from '../../testing/chat.ts'
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
import { buy, orderOf, pay, receive, ship } from '../../testing/orders.ts'
import { chatAbout, newPost, noticesOf, sell } from '../../testing/posts.ts'
import { decide, openCaseOf, undo } from '../../testing/reports.ts'
import { addReview, dealsOf, newDeal, pendingReviews, replyTo, reviewsOf } from '../../testing/reviews.ts'
import { bringOrderOn } from '../orders/jobs.ts'
import { openReviews, remindOfReviews } from './jobs.ts'

/** Two people, of whom one sold something to the other. */
async function dealt() {
  const [seller, buyer] = [await newMember(), await newMember()]
  return { seller, buyer, deal: await newDeal(seller, buyer) }
}

const shown = async (person: TestPerson, as?: TestPerson) => {
  const { body } = await granted(reviewsOf(person, as))
  return { texts: body.data.map(({ text }: { text: string }) => text), ...body.meta }
}
const ratingOn = async (person: TestPerson) =>
  (await granted(call('GET', `/api/v1/usr-mgt/get-profile-web/${person.id}`, {}))).body.data.rating
const ownRating = async (person: TestPerson) =>
  (await granted(call('GET', '/api/v1/usr-mgt/get-profile', { as: person }))).body.data.rating
const titlesOf = async (person: TestPerson): Promise<string[]> =>
  (await noticesOf(person, 'order')).map(({ title }: { title: string }) => title)
const prompt = /How was it/
const told = async (person: TestPerson, title: RegExp) =>
  (await titlesOf(person)).filter((one) => title.test(one)).length

describe('a review', () => {
  test('is seen by nobody else until both have written, and then by everybody', async () => {
    const { seller, buyer, deal } = await dealt()
    const { body } = await granted(addReview(buyer, deal.id, { rating: 2, text: 'It creaks.' }))
    expect(body.data).toMatchObject({ own: true, is_visible: false, rating: 2, of: 'seller', reply: null })
    expect(await shown(seller)).toMatchObject({ texts: [], count: 0, average: null })
    expect(await shown(seller, seller)).toMatchObject({ texts: [], count: 0 })
    expect(await dealsOf(seller)).toMatchObject([
      { state: 'to_review', is_reviewed: true, own_review: null, review: null },
    ])
    expect(await dealsOf(buyer)).toMatchObject([{ state: 'waiting', own_review: { text: 'It creaks.' } }])
    expect(await told(seller, /Somebody reviewed you/)).toBe(1)

    await granted(addReview(seller, deal.id, { rating: 4, text: '' }))
    expect(await shown(seller)).toMatchObject({ texts: ['It creaks.'], count: 1, average: 2 })
    expect(await shown(buyer)).toMatchObject({ texts: [''], count: 1, distribution: { 4: 1, 5: 0 } })
    expect(await dealsOf(buyer)).toMatchObject([
      { state: 'over', role: 'buyer', own_review: { is_visible: true }, review: { rating: 4, of: 'buyer' } },
    ])
    for (const person of [seller, buyer]) expect(await pendingReviews(person)).toEqual([])
    expect(await told(buyer, /You have reviewed each other/)).toBe(1)
    expect(await eventsOf(buyer.id)).toContain('review.updated')
  })

  test('comes out by the clock when the fourteen days are over, before any job has run', async () => {
    const { seller, buyer, deal } = await dealt()
    await granted(addReview(buyer, deal.id, { rating: 5, text: 'Quick.' }))
    await later(days(14) - minutes(1), async () => {
      expect(await shown(seller)).toMatchObject({ texts: [], count: 0 })
    })
    await later(days(14) + minutes(1), async () => {
      const [asSeller, asBuyer] = [await signedIn(seller), await signedIn(buyer)]
      expect(await shown(seller)).toMatchObject({ texts: ['Quick.'], count: 1, average: 5 })
      expect(await ratingOn(seller)).toEqual({ average: 5, count: 1 })
      expectProblem(await addReview(asSeller, deal.id), 409, 'REVIEW_TOO_LATE')
      expectProblem(await addReview(asBuyer, deal.id, { rating: 1 }), 409, 'REVIEW_FINAL')
      expect(await dealsOf(asSeller)).toMatchObject([{ state: 'over', review: { text: 'Quick.' } }])
      for (const _ of [1, 2]) await runNow(openReviews, {})
      expect(await shown(seller)).toMatchObject({ texts: ['Quick.'], count: 1, average: 5 })
      expect(await told(asSeller, /A review of you can be read/)).toBe(1)
      expect(await told(asBuyer, /Everybody can read your review/)).toBe(1)
    })
  })

  test('can be changed until it is visible; a repeat changes nothing, then either', async () => {
    const { seller, buyer, deal } = await dealt()
    const first = (await granted(addReview(buyer, deal.id, { rating: 1, text: 'No.' }))).body.data
    const again = (await granted(addReview(buyer, deal.id, { rating: 3, text: 'Well.' }))).body.data
    expect(again).toMatchObject({ _id: first._id, rating: 3, text: 'Well.' })
    await granted(addReview(seller, deal.id))
    expectProblem(await addReview(buyer, deal.id, { rating: 1, text: 'No.' }), 409, 'REVIEW_FINAL')
    const repeat = await granted(addReview(buyer, deal.id, { rating: 3, text: 'Well.' }))
    expect(repeat.body.data).toMatchObject({ rating: 3, is_visible: true })
    expect(await shown(seller)).toMatchObject({ texts: ['Well.'], average: 3 })
  })

  test('is one for each person and deal, also when both press twice at the same moment', async () => {
    const { seller, buyer, deal } = await dealt()
    const both = [buyer, seller, buyer, seller].map((as) => addReview(as, deal.id, { rating: 4 }))
    for (const answer of await Promise.all(both)) expect(answer.status).toBe(200)
    for (const person of [seller, buyer])
      expect(await shown(person)).toMatchObject({ texts: ['As described.'], count: 1, average: 4 })
  })

  test('has one to five stars and up to two thousand characters', async () => {
    const { buyer, deal } = await dealt()
    for (const rating of [0, 6, 2.5, '5'])
      expectProblem(await addReview(buyer, deal.id, { rating }), 400, 'VALIDATION_FAILED', 'body.rating')
    const text = 'x'.repeat(2001)
    expectProblem(await addReview(buyer, deal.id, { text }), 400, 'VALIDATION_FAILED', 'body.text')
    await granted(addReview(buyer, deal.id, { text: 'x'.repeat(2000) }))
  })

  test('says in up to five words how it was, which can be changed with it', async () => {
    const { seller, buyer, deal } = await dealt()
    const say = (tags: string[]) => addReview(buyer, deal.id, { tags })
    const twice = ['friendly', 'friendly']
    const six = ['fair', 'late', 'punctual', 'friendly', 'as_described', 'well_packed']
    for (const tags of [['cheap'], twice, six])
      expect((await say(tags)).body.error).toMatchObject({
        ...{ code: 'VALIDATION_FAILED' },
        fields: [{ path: expect.stringMatching(/^body\.tags/) }],
      })
    await granted(say(['late']))
    const { body } = await granted(say(['punctual', 'as_described']))
    expect(body.data.tags).toEqual(['as_described', 'punctual'])
    await granted(addReview(seller, deal.id))
    await granted(say(['as_described', 'punctual']))
    expectProblem(await say(['late']), 409, 'REVIEW_FINAL')
    expect((await granted(reviewsOf(seller))).body.data).toMatchObject([
      { tags: ['as_described', 'punctual'] },
    ])
  })

  test('counts how often which word was said, of what came out by the clock as of what both wrote', async () => {
    const seller = await newMember()
    const [first, second] = [await newMember(), await newMember()]
    const wordsOf = async () => (await granted(reviewsOf(seller))).body.meta.tags
    const deals = [await newDeal(seller, first), await newDeal(seller, second)] as const
    await granted(addReview(first, deals[0].id, { tags: ['friendly', 'fair'] }))
    await granted(addReview(second, deals[1].id, { tags: ['late', 'friendly'] }))
    expect(await wordsOf()).toEqual([])
    await granted(addReview(seller, deals[0].id))
    expect(await wordsOf()).toEqual([
      { tag: 'fair', count: 1 },
      { tag: 'friendly', count: 1 },
    ])
    const all = [
      { tag: 'friendly', count: 2 },
      { tag: 'fair', count: 1 },
      { tag: 'late', count: 1 },
    ]
    await later(days(14) + minutes(1), async () => {
      expect(await wordsOf()).toEqual(all)
      await runNow(openReviews, {})
      expect(await wordsOf()).toEqual(all)
      // Whoever is suspended is not read, and their words count for nothing until they are back.
      const { db } = (await world()).host.services
      const become = (status: string) =>
        sql`update marketplace.users set status = ${status} where id = ${first.id}`.execute(db)
      await become('suspended')
      expect(await wordsOf()).toEqual([
        { tag: 'friendly', count: 1 },
        { tag: 'late', count: 1 },
      ])
      await become('active')
      expect(await wordsOf()).toEqual(all)
    })
  })

  test('is for those two alone to write', async () => {
    const { deal } = await dealt()
    expectProblem(await addReview(await newMember(), deal.id), 404, 'NO_SUCH_DEAL')
    expectProblem(await reviewsOf({ id: deal.id }), 404, 'NO_SUCH_USER')
  })

  test('is shown with who wrote it, page by page', async () => {
    const seller = await newMember()
    for (const rating of [5, 4, 4]) {
      const buyer = await newMember()
      const deal = await newDeal(seller, buyer)
      await granted(addReview(buyer, deal.id, { rating }))
      await granted(addReview(seller, deal.id))
    }
    const first = await reviewsOf(seller, undefined, { limit: 2 })
    expect(first.body.meta).toMatchObject({
      average: 4.3,
      count: 3,
      distribution: { 1: 0, 2: 0, 3: 0, 4: 2, 5: 1 },
    })
    const cursor = String(first.body.meta?.nextCursor)
    const rest = await reviewsOf(seller, undefined, { limit: 2, cursor })
    const all = [...first.body.data, ...rest.body.data]
    expect(all.map(({ rating }) => rating).toSorted()).toEqual([4, 4, 5])
    expect(new Set(all.map(({ author }) => author._id)).size).toBe(3)
    expect(await ownRating(seller)).toEqual({ average: 4.3, count: 3 })
  })
})

describe('a reminder', () => {
  const reminder = /Three days are left/
  /** How often each was reminded, so long after the deal. */
  const remindedAfter = async (ms: number, people: TestPerson[]) =>
    later(ms, async () => {
      for (const _ of [1, 2]) await runNow(remindOfReviews, {})
      return Promise.all(people.map(async (one) => told(await signedIn(one), reminder)))
    })

  test('comes once, three days before the end, to those who have not written', async () => {
    const { seller, buyer, deal } = await dealt()
    await granted(addReview(buyer, deal.id))
    expect(await remindedAfter(days(11) - minutes(1), [seller, buyer])).toEqual([0, 0])
    expect(await remindedAfter(days(11) + minutes(1), [seller, buyer])).toEqual([1, 0])
    expect(await remindedAfter(days(12), [seller, buyer])).toEqual([1, 0])
  })

  test('is gone once its reader has written, and comes not when it is too late', async () => {
    const { seller, buyer, deal } = await dealt()
    expect(await remindedAfter(days(12), [seller, buyer])).toEqual([1, 1])
    await later(days(12), async () => {
      const as = await signedIn(buyer)
      await granted(addReview(as, deal.id))
      expect(await told(as, reminder)).toBe(0)
    })
    const missed = await dealt()
    expect(await remindedAfter(days(15), [missed.seller, missed.buyer])).toEqual([0, 0])
  })
})

describe('a deal', () => {
  test('is an order once it is completed; both are asked', async () => {
    const [member, partner] = [await newMember(), await newMember()]
    const order_id = await receive({ member, partner })
    expect(await dealsOf(member, { order_id })).toEqual([])
    await later(days(3) + hours(1), async () => {
      await runNow(bringOrderOn, { orderId: order_id })
      const as = await signedIn(member)
      expect((await orderOf(as, order_id)).status).toBe('completed')
      const [deal] = await dealsOf(as, { order_id })
      expect(deal).toMatchObject({ order_id, role: 'buyer', state: 'to_review', with: { _id: partner.id } })
      for (const person of [member, partner]) expect(await told(await signedIn(person), prompt)).toBe(1)
      expect((await addReview(as, deal._id)).status).toBe(200)
      expect(await pendingReviews(await signedIn(partner))).toMatchObject([{ _id: deal._id }])
    })
  })

  test('is an order too whose money went back when its goods were under way, and not before', async () => {
    const [member, partner] = [await newMember(), await newMember()]
    const early = await buy({ member, partner })
    await granted(pay(partner, 'order-mgt/refund', { order_id: early }))
    expect(await dealsOf(member, { order_id: early })).toEqual([])
    const sent = await ship({ member, partner })
    await granted(pay(partner, 'order-mgt/refund', { order_id: sent }))
    expect(await dealsOf(member, { order_id: sent })).toHaveLength(1)
    expect(await dealsOf(partner, { order_id: sent })).toMatchObject([{ role: 'seller' }])
  })

  test('is a listing marked as sold to somebody, once for each buyer', async () => {
    const [seller, buyer] = [await newMember(), await newMember()]
    const post = await newPost(seller, { quantity: 3 })
    await chatAbout(post._id, seller, buyer)
    for (const _ of [1, 2]) await sell(seller, post._id, 'sold_here', { buyer_id: buyer.id, quantity: 1 })
    expect(await dealsOf(buyer)).toMatchObject([{ post_id: post._id, title: post.title, order_id: null }])
    expect(await told(buyer, prompt)).toBe(1)
    expect(await told(seller, prompt)).toBe(0)
    const elsewhere = await newPost(seller)
    await sell(seller, elsewhere._id, 'sold_elsewhere')
    expect(await dealsOf(seller)).toHaveLength(1)
  })

  test('is none any more when its seller takes it back, with what the seller wrote', async () => {
    const { seller, buyer, deal } = await dealt()
    await granted(addReview(seller, deal.id))
    await sell(seller, deal.postId, 'available')
    for (const person of [seller, buyer]) expect(await dealsOf(person)).toEqual([])
    expect(await titlesOf(buyer)).toEqual([])
    expectProblem(await addReview(buyer, deal.id), 404, 'NO_SUCH_DEAL')
    await sell(seller, deal.postId, 'sold_here', { buyer_id: buyer.id })
    expect(await dealsOf(buyer)).toMatchObject([{ state: 'to_review', is_reviewed: false }])
  })

  test('stays one when its seller takes it back whom the buyer has reviewed', async () => {
    const { seller, buyer, deal } = await dealt()
    await granted(addReview(buyer, deal.id, { rating: 1, text: 'Rude.' }))
    await sell(seller, deal.postId, 'available')
    await later(days(15), async () => {
      expect(await shown(seller)).toMatchObject({ texts: ['Rude.'], average: 1 })
    })
  })

  test('of one buyer is taken back without those of others', async () => {
    const [seller, first, last] = [await newMember(), await newMember(), await newMember()]
    const post = await newPost(seller, { quantity: 2 })
    for (const buyer of [first, last]) {
      await chatAbout(post._id, seller, buyer)
      await sell(seller, post._id, 'sold_here', { buyer_id: buyer.id, quantity: 1 })
    }
    await sell(seller, post._id, 'available', { quantity: 1 })
    expect([await dealsOf(first), await dealsOf(last)]).toMatchObject([[{ post_id: post._id }], []])
  })
})

describe('a reply', () => {
  test('is the reviewed person’s, once, when the review is visible', async () => {
    const { seller, buyer, deal } = await dealt()
    const { _id } = (await granted(addReview(buyer, deal.id, { rating: 2 }))).body.data
    expectProblem(await replyTo(seller, _id), 404, 'NO_SUCH_DEAL_REVIEW')
    await granted(addReview(seller, deal.id))
    for (const as of [buyer, await newMember()])
      expectProblem(await replyTo(as, _id), 404, 'NO_SUCH_DEAL_REVIEW')
    const replied = await granted(replyTo(seller, _id, 'I mended it since.'))
    expect(replied.body.data.reply).toMatchObject({ text: 'I mended it since.' })
    expect((await replyTo(seller, _id, 'I mended it since.')).status).toBe(200)
    expectProblem(await replyTo(seller, _id, 'And more.'), 409, 'ALREADY_REPLIED')
    expect((await reviewsOf(seller)).body.data[0].reply.text).toBe('I mended it since.')
    expect(await told(buyer, /You got a reply/)).toBe(1)
  })
})

describe('who is parted or gone', () => {
  test('reads nothing of the one they blocked, while it counts for everybody', async () => {
    const { seller, buyer, deal } = await dealt()
    await granted(addReview(buyer, deal.id, { rating: 2, text: 'Late.' }))
    const { _id } = (await granted(addReview(seller, deal.id))).body.data
    const onlooker = await newMember()
    const block = { user_id: buyer.id, is_blocked: true }
    for (const as of [seller, onlooker])
      await granted(call('POST', '/api/v1/usr-mgt/block', { as, body: block }))
    for (const as of [seller, onlooker])
      expect(await shown(seller, as)).toMatchObject({ texts: [], count: 1, average: 2 })
    expect(await shown(seller)).toMatchObject({ texts: ['Late.'], count: 1 })
    expect(await dealsOf(seller)).toMatchObject([{ review: null, own_review: { _id } }])
    expectProblem(await replyTo(buyer, _id), 404, 'NO_SUCH_DEAL_REVIEW')
  })

  test('counts for nothing while suspended or about to leave, and again once back', async () => {
    const { seller, buyer, deal } = await dealt()
    await granted(addReview(buyer, deal.id, { rating: 1, text: 'Never again.' }))
    await granted(addReview(seller, deal.id))
    await granted(
      call('DELETE', '/api/v1/usr-mgt/delete-account', { as: buyer, body: { password: buyer.password } }),
    )
    expect(await shown(seller)).toMatchObject({ texts: [], count: 0, average: null })
    const back = await signedIn(buyer)
    expect(await shown(seller)).toMatchObject({ texts: ['Never again.'], count: 1, average: 1 })
    await runNow(openReviews, {})
    expect(await shown(seller)).toMatchObject({ texts: ['Never again.'], count: 1, average: 1 })
    expect(await told(seller, /A review of you can be read/)).toBe(0)
    expect(await told(back, /Everybody can read your review/)).toBe(0)
  })
})

test('a moderator takes a reported review away, and puts it back', async () => {
  const { seller, buyer, deal } = await dealt()
  const { _id } = (await granted(addReview(buyer, deal.id, { rating: 1, text: 'A liar.' }))).body.data
  await granted(addReview(seller, deal.id))
  const report = (as: TestPerson, more = {}) =>
    call('POST', '/api/v1/review-mgt/report', { as, body: { review_id: _id, reason: 'offensive', ...more } })
  expectProblem(await report(buyer), 400, 'CANNOT_REPORT_OWN')
  expectProblem(await report(seller, { evidence: [newId()] }), 400, 'UPLOAD_NOT_USABLE')
  const { report_id } = (await granted(report(seller))).body.data
  expect((await granted(report(seller))).body.data.report_id).toBe(report_id)
  const moderator = await newStaff('moderator')
  const { body } = await granted(decide(moderator, await openCaseOf(_id), 'remove'))
  expect(await shown(seller)).toMatchObject({ texts: [], count: 0, average: null })
  expect(await dealsOf(buyer)).toMatchObject([{ own_review: { is_removed: true } }])
  expectProblem(await addReview(buyer, deal.id, { text: 'A cheat.' }), 409, 'REVIEW_FINAL')
  expectProblem(await report(await newMember()), 404, 'NO_SUCH_DEAL_REVIEW')
  await granted(undo(moderator, body.data._id))
  expect(await shown(seller)).toMatchObject({ texts: ['A liar.'], count: 1, average: 1 })
})

test('the sums are what the reviews are', async () => {
  const { host } = await world()
  const { rows } = await sql`
    select subject_id from (
      select subject_id, sum(stars_1 + stars_2 * 2 + stars_3 * 3 + stars_4 * 4 + stars_5 * 5) as stars from marketplace.review_total group by 1
      union all
      select subject_id, -sum(rating) from marketplace.review where standing = 'counted' group by 1) counted
    group by subject_id having sum(stars) <> 0`.execute(host.services.db)
  expect(rows).toEqual([])
})
