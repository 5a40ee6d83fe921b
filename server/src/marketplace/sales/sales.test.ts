import { describe, expect, test } from 'vitest'
import { days, hours } from '../../platform/clock.ts'
import { newCategory } from '../../testing/categories.ts'
import { eventsOf } from '../../testing/chat.ts'
import { expectProblem, later, newMember, newStaff, signedIn } from '../../testing/kit.ts'
import {
  chatAbout,
  detail,
  favourite,
  feed,
  ids,
  newPost,
  noticesOf,
  sell,
  update,
} from '../../testing/posts.ts'

describe('selling', () => {
  test('goes through every state, tells those who saved it, and can be undone', async () => {
    const author = await newMember()
    const fan = await newMember()
    const buyer = await newMember()
    const post = await newPost(author)
    await favourite(fan, post._id)
    expect((await sell(author, post._id, 'reserved')).body.data).toMatchObject({ status: 'reserved' })
    expectProblem(
      await sell(author, post._id, 'sold_here', { buyer_id: buyer.id }),
      400,
      'BUYER_NOT_ELIGIBLE',
    )
    expectProblem(await sell(author, post._id, 'sold_here'), 400, 'VALIDATION_FAILED', 'body.buyer_id')
    expectProblem(
      await sell(author, post._id, 'sold_elsewhere', { sold_price: 0.001 }),
      400,
      'PRICE_PRECISION',
    )
    await chatAbout(post._id, author, buyer)
    const sale = { buyer_id: buyer.id, sold_price: 18.5 }
    const sold = await sell(author, post._id, 'sold_here', sale)
    expect(sold.body.data).toMatchObject({
      isSold: true,
      sold_type: 'sold_here',
      buyer_id: buyer.id,
      sold_price: 18.5,
      sold_price_minor: 1850,
    })
    expect((await sell(author, post._id, 'sold_here', sale)).body.data).toEqual(sold.body.data)
    expect((await detail(post._id, fan)).body.data).toMatchObject({
      isSold: true,
      buyer_id: null,
      sold_price: null,
      chatroom_id: null,
    })
    expect((await detail(post._id, buyer)).body.data.chatroom_id).toMatch(/^[0-9a-f-]{36}$/)
    expect(await noticesOf(fan, 'sale')).toHaveLength(1)
    expect(ids(await feed({ limit: 100 }, author))).not.toContain(post._id)
    expectProblem(await sell(author, post._id, 'reserved'), 409, 'INVALID_TRANSITION')
    expectProblem(await sell(author, post._id, 'sold_elsewhere'), 409, 'INVALID_TRANSITION')
    expect((await sell(author, post._id, 'available')).body.data).toMatchObject({
      status: 'active',
      isSold: false,
      buyer_id: null,
    })
    expect(await noticesOf(fan, 'sale')).toHaveLength(0)
    expect(await noticesOf(fan, 'back_available')).toMatchObject([{ message: post.title }])
  })

  test('piece by piece, ends with the last one', async () => {
    const author = await newMember()
    const fan = await newMember()
    const post = await newPost(author, { quantity: 5 })
    await favourite(fan, post._id, { favourite: true })
    const first = await sell(author, post._id, 'sold_elsewhere', { quantity: 2, sold_price: 7 })
    expect(first.body.data).toMatchObject({
      status: 'active',
      sold_type: 'available',
      quantity_sold: 2,
      sold_price: 7,
    })
    expect(await noticesOf(fan, 'sale')).toHaveLength(0)
    expectProblem(
      await sell(author, post._id, 'sold_elsewhere', { quantity: 4 }),
      400,
      'VALIDATION_FAILED',
      'body.quantity',
    )
    expectProblem(await update(author, post._id, { quantity: 2 }), 400, 'VALIDATION_FAILED', 'body.quantity')
    const put = await sell(author, post._id, 'available', { quantity: 4 })
    expect(put.body.data).toMatchObject({ status: 'active', quantity_sold: 1 })
    expectProblem(await sell(author, post._id, 'available', { quantity: 6 }), 400, 'VALIDATION_FAILED')
    const last = await sell(author, post._id, 'sold_elsewhere')
    expect(last.body.data).toMatchObject({ status: 'sold', sold_type: 'sold_elsewhere', quantity_sold: 5 })
    expect(await noticesOf(fan, 'sale')).toHaveLength(1)
    expect((await sell(author, post._id, 'available')).body.data).toMatchObject({
      status: 'active',
      quantity_sold: 0,
      sold_price: null,
      sold_at: null,
    })
  })

  test('confirms no piece that was not there', async () => {
    const author = await newMember()
    const post = await newPost(author, { quantity: 5 })
    const piece = () => sell(author, post._id, 'sold_elsewhere', { quantity: 1 })
    const answers = await Promise.all(Array.from({ length: 20 }, piece))
    const sold = answers.filter(({ status }) => status === 200).map(({ body }) => body.data.quantity_sold)
    expect(sold.sort()).toEqual([1, 2, 3, 4, 5])
    for (const answer of answers.filter(({ status }) => status !== 200))
      expectProblem(answer, 409, 'INVALID_TRANSITION')
    const [only, all] = [await newPost(author), await newPost(author, { quantity: 2 })]
    for (const _ of [1, 2])
      expect((await sell(author, only._id, 'sold_elsewhere', { quantity: 1 })).status).toBe(200)
    expect((await sell(author, all._id, 'sold_elsewhere', { quantity: 2 })).status).toBe(200)
    expectProblem(await sell(author, all._id, 'sold_elsewhere', { quantity: 2 }), 409, 'INVALID_TRANSITION')
    expect((await sell(author, all._id, 'sold_elsewhere')).status).toBe(200)
  })

  test('undone and done again leaves no news that hold no more, and tells once a day', async () => {
    const [author, fan] = [await newMember(), await newMember()]
    const post = await newPost(author)
    await favourite(fan, post._id)
    const there = async (as = fan) => {
      const told = []
      for (const category of ['sale', 'back_available']) told.push((await noticesOf(as, category)).length)
      return told
    }
    for (const round of [1, 2, 3]) {
      await sell(author, post._id, 'sold_elsewhere')
      expect(await there()).toEqual([1, 0])
      await sell(author, post._id, 'available')
      expect(await there()).toEqual([0, round === 1 ? 1 : 0])
    }
    await later(days(1), async () => {
      const [as, reader] = [await signedIn(author), await signedIn(fan)]
      await sell(as, post._id, 'sold_elsewhere')
      await sell(as, post._id, 'available')
      expect(await there(reader)).toEqual([0, 1])
    })
  })

  test('takes a corrected price, and refuses a stale version', async () => {
    const author = await newMember()
    const post = await newPost(author)
    const sold = (body: object, headers = {}) => sell(author, post._id, 'sold_elsewhere', body, headers)
    const first = await sold({ sold_price: 15 }, { 'if-match': '"0"' })
    expect(first.body.data).toMatchObject({ sold_price: 15, __v: 1 })
    expectProblem(await sold({ sold_price: 16 }, { 'if-match': '"0"' }), 412, 'VERSION_CONFLICT')
    const corrected = await sold({ sold_price: 16 })
    expect(corrected.body.data).toMatchObject({ sold_price: 16, __v: 2, sold_at: first.body.data.sold_at })
    expect((await sold({}, { 'if-match': '*' })).body.data).toMatchObject({ sold_price: 16, __v: 2 })
  })

  test('shows at once in the chats about it', async () => {
    const [author, buyer] = [await newMember(), await newMember()]
    const post = await newPost(author)
    await chatAbout(post._id, author, buyer)
    const updates = async () => {
      const events = await Promise.all([author, buyer].map(({ id }) => eventsOf(id)))
      return events.map((types) => types.filter((type) => type === 'room.updated').length)
    }
    const before = await updates()
    for (const soldType of ['reserved', 'reserved', 'sold_elsewhere', 'available'])
      await sell(author, post._id, soldType)
    expect(await updates()).toEqual(before.map((count) => count + 3))
  })

  test('is not for what has ended, though a sale can still be undone', async () => {
    const author = await newMember()
    const fan = await newMember()
    const category = await newCategory({ expiration_days: 1 })
    const posts = [1, 2].map(() => newPost(author, { category_id: category._id }))
    const [open, sold] = await Promise.all(posts)
    await favourite(fan, sold?._id ?? '', { favourite: true })
    await sell(author, sold?._id ?? '', 'sold_elsewhere')
    await later(days(2), async () => {
      const as = await signedIn(author)
      for (const soldType of ['reserved', 'sold_elsewhere'])
        expectProblem(await sell(as, open?._id ?? '', soldType), 409, 'INVALID_TRANSITION')
      const undone = await sell(as, sold?._id ?? '', 'available')
      expect(undone.body.data).toMatchObject({ status: 'expired', isSold: false })
      expect(await noticesOf(await signedIn(fan), 'back_available')).toHaveLength(0)
    })
  })

  test('is final after thirty days, and the owner’s alone', async () => {
    const author = await newMember()
    const post = await newPost(author)
    expectProblem(await sell(await newMember(), post._id, 'sold_elsewhere'), 404, 'NO_SUCH_POST')
    expectProblem(await sell(await newStaff('moderator'), post._id, 'sold_elsewhere'), 404, 'NO_SUCH_POST')
    await sell(author, post._id, 'sold_elsewhere')
    await later(days(30) + hours(1), async () => {
      expectProblem(await sell(await signedIn(author), post._id, 'available'), 409, 'INVALID_TRANSITION')
    })
  })
})
