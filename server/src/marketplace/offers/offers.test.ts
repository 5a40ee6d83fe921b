import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hours } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import { block, eventsOf, roomOf, send } from '../../testing/chat.ts'
import { runNow } from '../../testing/jobs.ts'
import {
  call,
  expectProblem,
  granted,
  newMember,
  newStaff,
  signedIn,
  type TestPerson,
  world,
} from '../../testing/kit.ts'
import { pictureOf } from '../../testing/marketplace-rows.ts'
import { fund } from '../../testing/money.ts'
import { answer, counter, makeOffer, newNegotiable, offersOf } from '../../testing/offers.ts'
import { orderOf, pay, purchase } from '../../testing/orders.ts'
import { saveTestCard, simulate } from '../../testing/payments.ts'
import {
  chatAbout,
  close,
  detail,
  newPost,
  noticesOf,
  removePost,
  sell,
  update,
} from '../../testing/posts.ts'
import { jobsDone } from '../../testing/rows.ts'
import { closeWorld, worldWith } from '../../testing/world.ts'
import { followOffers } from './jobs.ts'

beforeAll(() => worldWith({}))
afterAll(closeWorld)

interface Two {
  buyer: TestPerson
  seller: TestPerson
  postId: string
}

/** A buyer, and a seller with a listing for 20 EUR. */
async function newTwo(overrides: Record<string, unknown> = {}): Promise<Two> {
  const [buyer, seller] = [await newMember({ name: 'Bea' }), await newMember({ name: 'Sam' })]
  return { buyer, seller, postId: (await newNegotiable(seller, overrides))._id }
}

const offered = async (as: TestPerson, postId: string, price: number, more: object = {}) =>
  (await granted(makeOffer(as, postId, price, more))).body.data
const statusOf = async (as: TestPerson, id: string) => {
  const found = (await offersOf(as)).find((one: { _id: string }) => one._id === id)
  return found && [found.status, found.reason]
}
const messagesOf = async (as: TestPerson, chatroom_id: string) =>
  (await granted(call('POST', '/api/v1/chat-mgt/get-messages', { as, body: { chatroom_id } }))).body.data
const toldOf = async (as: TestPerson): Promise<string[]> =>
  (await noticesOf(as, 'offer')).map(({ title }: { title: string }) => title)
const setFloor = (as: TestPerson, post_id: string, price: number | null) =>
  call('PUT', '/api/v1/offer-mgt/floor', { as, body: { post_id, price } })

/** Lets time pass, with what it brings; the clock goes on from there. */
async function pass<People extends readonly TestPerson[]>(ms: number, ...people: People) {
  const { clock } = await world()
  await jobsDone()
  clock.advance(ms)
  await runNow(followOffers, {})
  await jobsDone()
  return Promise.all(people.map(signedIn))
}

describe('an offer', () => {
  test('begins the chat about the listing, and is a message of it that both see', async () => {
    const { buyer, seller, postId } = await newTwo()
    const offer = await offered(buyer, postId, 15, { note: 'I could come by tonight.' })
    expect(offer).toMatchObject({
      ...{
        status: 'open',
        made_by: 'buyer',
        role: 'buyer',
        price: 15,
        price_minor: 1500,
        currency: 'EUR',
        quantity: 1,
      },
      ...{
        post_id: postId,
        note: 'I could come by tonight.',
        actions: ['withdraw'],
        answers: null,
        reason: null,
      },
    })
    const until = new Date(offer.createdAt).getTime() + hours(48)
    expect(new Date(offer.ends_at).getTime()).toBe(until)
    for (const as of [buyer, seller]) {
      expect((await roomOf(as, offer.chatroom_id)).lastMessage).toMatchObject({ is_offer: true })
      const [message] = await messagesOf(as, offer.chatroom_id)
      expect(message).toMatchObject({
        ...{ kind: 'offer', messageText: 'I could come by tonight.', userId: buyer.id },
        offer: { _id: offer._id, status: 'open', price: 15, made_by: 'buyer' },
      })
    }
    expect(await toldOf(seller)).toEqual(['You got an offer'])
    expect(await noticesOf(seller, 'message')).toEqual([])
    expect(await eventsOf(seller.id)).toContain('offer.updated')
    const [shown] = await offersOf(seller, { role: 'seller', post_id: postId, status: 'open' })
    expect(shown).toMatchObject({ _id: offer._id, actions: ['accept', 'decline', 'counter'], role: 'seller' })
    expect(await offersOf(seller, { role: 'buyer' })).toEqual([])
    expect(await offersOf(seller, { status: 'accepted' })).toEqual([])
  })

  test('is also made by a message with it, once however often that is sent', async () => {
    const { buyer, seller, postId } = await newTwo()
    const { body } = await granted(chatAbout(postId, seller, buyer))
    const roomId = body.data._id
    const more = { offer: { price: 15 }, client_message_id: newId() }
    const first = await granted(send(buyer, roomId, 'Would that do?', more))
    expect(first.body.data).toMatchObject({
      kind: 'offer',
      messageText: 'Would that do?',
      offer: { price: 15 },
    })
    expect((await granted(send(buyer, roomId, 'Would that do?', more))).body.data._id).toBe(
      first.body.data._id,
    )
    expect(await offersOf(buyer)).toHaveLength(1)
    expectProblem(await send(buyer, roomId, 'And now?', { offer: { price: 16 } }), 409, 'OFFER_STANDS')
    expectProblem(await send(seller, roomId, '', { offer: { price: 16 } }), 400, 'CANNOT_OFFER_OWN')
    const wrong: [object, string][] = [
      [{ meetup: { place: 'Old Town', at: '2099-01-01T10:00:00.000Z' } }, 'body.meetup'],
      [{ media: [await pictureOf(buyer)] }, 'body.media'],
    ]
    for (const [beside, path] of wrong)
      expectProblem(
        await send(buyer, roomId, '', { offer: { price: 16 }, ...beside }),
        400,
        'VALIDATION_FAILED',
        path,
      )
    expectProblem(
      await send(buyer, roomId, 'x'.repeat(501), { offer: { price: 16 } }),
      400,
      'VALIDATION_FAILED',
      'body.messageText',
    )
    expectProblem(await send(buyer, newId(), '', { offer: { price: 16 } }), 404, 'NO_SUCH_CHATROOM')
    await granted(answer(buyer, 'withdraw', first.body.data.offer._id))
    const offering = (offer: object) => send(buyer, roomId, '', { offer })
    expectProblem(await offering({ price: 12.999 }), 400, 'PRICE_PRECISION', 'body.offer.price')
    expectProblem(await offering({ price: 12, quantity: 2 }), 409, 'NOT_AVAILABLE')
    await granted(update(seller, postId, { allow_offers: false }))
    expectProblem(await offering({ price: 12 }), 409, 'OFFERS_NOT_ALLOWED')
    await granted(removePost(seller, postId))
    expectProblem(await offering({ price: 12 }), 404, 'NO_SUCH_POST')
    const about = { user_id: seller.id }
    const plain = await granted(call('POST', '/api/v1/chat-mgt/create-chatroom', { as: buyer, body: about }))
    expectProblem(
      await send(buyer, plain.body.data._id, '', { offer: { price: 16 } }),
      400,
      'VALIDATION_FAILED',
      'body.offer',
    )
  })

  test('is refused where it makes no sense, by the name of what is wrong', async () => {
    const { buyer, seller, postId } = await newTwo()
    expectProblem(await makeOffer(seller, postId, 15), 400, 'CANNOT_OFFER_OWN')
    expectProblem(await makeOffer(buyer, newId(), 15), 404, 'NO_SUCH_POST')
    expectProblem(await makeOffer(buyer, postId, 12.999), 400, 'PRICE_PRECISION', 'body.price')
    for (const price of [0, -1, 1e21])
      expectProblem(await makeOffer(buyer, postId, price), 400, 'VALIDATION_FAILED', 'body.price')
    expectProblem(
      await call('POST', '/api/v1/offer-mgt/make', { as: buyer, body: { post_id: postId, price: '12' } }),
      400,
      'VALIDATION_FAILED',
    )
    expectProblem(await makeOffer(buyer, postId, 15, { quantity: 2 }), 409, 'NOT_AVAILABLE')
    expectProblem(await makeOffer(buyer, postId, 15, { note: 'x'.repeat(501) }), 400, 'VALIDATION_FAILED')
    const firm = await newPost(seller)
    expectProblem(await makeOffer(buyer, firm._id, 15), 409, 'OFFERS_NOT_ALLOWED')
    await granted(sell(seller, postId, 'reserved'))
    expectProblem(await makeOffer(buyer, postId, 15), 409, 'NOT_AVAILABLE')
    await granted(sell(seller, postId, 'available'))
    expect((await offered(buyer, postId, 1e1)).price_minor).toBe(1000)
  })

  test.each([
    ['JPY', 1500, 1.5, 1500],
    ['KWD', 1.234, 1.2345, 1234],
    ['USD', 12.99, 12.999, 1299],
  ])('in %s has the decimals of that', async (currency, price, tooFine, minor) => {
    const { buyer, postId } = await newTwo({ currency, price: 2000 })
    expectProblem(await makeOffer(buyer, postId, tooFine), 400, 'PRICE_PRECISION', 'body.price')
    const offer = await offered(buyer, postId, price)
    expect(offer).toMatchObject({ price, price_minor: minor, currency })
    expectProblem(await counter(buyer, offer._id, tooFine), 403, 'OWN_OFFER')
  })

  test('is one at a time between two people about a listing, however often it is pressed at once', async () => {
    const { buyer, postId } = await newTwo()
    const answers = await Promise.all(Array.from({ length: 5 }, () => makeOffer(buyer, postId, 15)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409])
    expect(await offersOf(buyer)).toHaveLength(1)
  })

  test('is named five times in a day at most', async () => {
    const { buyer, postId } = await newTwo()
    for (const price of [10, 11, 12, 13, 14]) {
      const { _id } = await offered(buyer, postId, price)
      await granted(answer(buyer, 'withdraw', _id))
    }
    expectProblem(await makeOffer(buyer, postId, 15), 429, 'RATE_LIMITED')
  })

  test('stays in the chat: it is withdrawn, not deleted', async () => {
    const { buyer, postId } = await newTwo()
    const { chatroom_id } = await offered(buyer, postId, 15)
    const [message] = await messagesOf(buyer, chatroom_id)
    const path = `/api/v1/chat-mgt/delete-message/${message._id}`
    expectProblem(await call('DELETE', path, { as: buyer }), 409, 'MESSAGE_IS_OFFER')
    await granted(call('DELETE', path, { as: buyer, query: { scope: 'me' } }))
    expect(await messagesOf(buyer, chatroom_id)).toEqual([])
  })
})

describe('the lowest that a seller considers', () => {
  const floorOf = (as: TestPerson, post_id: string) =>
    call('GET', '/api/v1/offer-mgt/floor', { as, query: { post_id } })

  test('declines what is below it at once, and is seen by nobody else', async () => {
    const { buyer, seller, postId } = await newTwo()
    await granted(setFloor(seller, postId, 12.34))
    expect((await granted(floorOf(seller, postId))).body.data).toMatchObject({
      price: 12.34,
      price_minor: 1234,
    })
    expectProblem(await floorOf(buyer, postId), 404, 'NO_SUCH_POST')
    expectProblem(await setFloor(buyer, postId, 1), 404, 'NO_SUCH_POST')
    expectProblem(await setFloor(seller, postId, 1.234), 400, 'PRICE_PRECISION', 'body.price')
    const answered = await granted(makeOffer(buyer, postId, 12.33))
    expect(answered.body.data).toMatchObject({ status: 'declined', reason: 'below_considered', actions: [] })
    expect(await toldOf(buyer)).toEqual(['Thank you, but your offer is below what the seller considers'])
    expect(await toldOf(seller)).toEqual([])
    const seen = await Promise.all([
      detail(postId, buyer).then(({ body }) => body),
      messagesOf(buyer, answered.body.data.chatroom_id),
      offersOf(buyer),
      call('GET', `/api/v1/post-mgt/history/${postId}`, { as: buyer }).then(({ body }) => body),
    ])
    // Not as a part of an id, a time or a place.
    expect(JSON.stringify([answered.body, seen])).not.toMatch(/(?<![\w.-])(12\.34(?!\d)|1234\b)/)
    expect((await offered(buyer, postId, 12.34)).status).toBe('open')
  })

  test('holds for what a buyer answers as well, and is taken away again', async () => {
    const { buyer, seller, postId } = await newTwo()
    const { _id } = await offered(buyer, postId, 10)
    const mine = (await granted(counter(seller, _id, 18))).body.data
    await granted(setFloor(seller, postId, 15))
    expect((await granted(counter(buyer, mine._id, 14))).body.data.status).toBe('declined')
    await granted(setFloor(seller, postId, null))
    expect((await granted(floorOf(seller, postId))).body.data.price).toBeNull()
    expect((await offered(buyer, postId, 1)).status).toBe('open')
  })

  test('is of the currency that it was said in', async () => {
    const { buyer, seller, postId } = await newTwo()
    await granted(setFloor(seller, postId, 15))
    const { _id } = await offered(buyer, postId, 16)
    await granted(update(seller, postId, { currency: 'USD' }))
    expect(await statusOf(buyer, _id)).toEqual(['ended', 'unavailable'])
    expect((await granted(floorOf(seller, postId))).body.data).toMatchObject({ price: null, currency: 'USD' })
    expect((await offered(buyer, postId, 1)).currency).toBe('USD')
  })
})

describe('an answer', () => {
  test('with another price closes the offer, and is one of the other side', async () => {
    const { buyer, seller, postId } = await newTwo()
    const first = await offered(buyer, postId, 12)
    const second = (await granted(counter(seller, first._id, 18, { note: 'It is nearly new.' }))).body.data
    expect(second).toMatchObject({ status: 'open', made_by: 'seller', answers: first._id, role: 'seller' })
    expect(await statusOf(buyer, first._id)).toEqual(['countered', null])
    expect(await toldOf(buyer)).toEqual(['Your offer was answered with another price'])
    expect(await toldOf(seller)).toEqual([])
    const third = (await granted(counter(buyer, second._id, 15))).body.data
    expect(third).toMatchObject({ made_by: 'buyer', answers: second._id, quantity: 1 })
    expect(await toldOf(buyer)).toEqual([])
    const prices = (await messagesOf(seller, first.chatroom_id)).map(
      ({ offer }: { offer: { price: number; status: string } }) => [offer.price, offer.status],
    )
    expect(prices).toEqual([
      [15, 'open'],
      [18, 'countered'],
      [12, 'countered'],
    ])
    expectProblem(await counter(buyer, third._id, 16), 403, 'OWN_OFFER')
    expectProblem(await counter(seller, third._id, 16.001), 400, 'PRICE_PRECISION')
    expectProblem(await counter(seller, third._id, 16, { quantity: 3 }), 409, 'NOT_AVAILABLE')
  })

  test('is given by the other side; who made it takes it back', async () => {
    const { buyer, seller, postId } = await newTwo()
    const { _id } = await offered(buyer, postId, 12)
    const stranger = await newMember()
    for (const what of ['accept', 'decline', 'withdraw'] as const)
      expectProblem(await answer(stranger, what, _id), 404, 'NO_SUCH_OFFER')
    expectProblem(await counter(stranger, _id, 15), 404, 'NO_SUCH_OFFER')
    expectProblem(await answer(buyer, 'accept', _id), 403, 'OWN_OFFER')
    expectProblem(await answer(buyer, 'decline', _id), 403, 'OWN_OFFER')
    expectProblem(await answer(seller, 'withdraw', _id), 403, 'NOT_OFFERER')
    expect((await granted(answer(buyer, 'withdraw', _id))).body.data.status).toBe('withdrawn')
    expect(await toldOf(seller)).toEqual([])
    const refused = await answer(seller, 'accept', _id)
    expectProblem(refused, 409, 'OFFER_NOT_OPEN')
    expect(refused.body.error).toMatchObject({ details: { status: 'withdrawn' } })
    expectProblem(await counter(seller, _id, 14), 409, 'OFFER_NOT_OPEN')
    const again = await offered(buyer, postId, 13)
    expect((await granted(answer(seller, 'decline', again._id))).body.data.status).toBe('declined')
    expect(await toldOf(buyer)).toEqual(['Your offer was declined'])
    expectProblem(await answer(seller, 'decline', again._id), 409, 'OFFER_NOT_OPEN')
    expectProblem(await answer(buyer, 'withdraw', again._id), 409, 'OFFER_NOT_OPEN')
  })

  test('is one, whatever both press at once', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { buyer, seller, postId } = await newTwo()
      const { _id } = await offered(buyer, postId, 12)
      const answers = await Promise.all([
        answer(seller, 'accept', _id),
        answer(seller, 'decline', _id),
        counter(seller, _id, 15),
        answer(seller, 'accept', _id),
      ])
      const [won] = answers.filter(({ status }) => status === 200)
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      for (const lost of answers.filter((one) => one !== won)) {
        expectProblem(lost, 409, 'OFFER_NOT_OPEN')
        expect(['accepted', 'declined', 'countered']).toContain(
          (lost.body.error as unknown as { details: { status: string } }).details.status,
        )
      }
    }
  })
})

describe('what was accepted', () => {
  test('is kept for its buyer, at the price that was found, and for nobody else', async () => {
    const { buyer, seller, postId } = await newTwo()
    const other = await newMember()
    for (const as of [buyer, other]) await fund(as, 4000)
    const [mine, theirs] = [await offered(buyer, postId, 15), await offered(other, postId, 14)]
    const accepted = (await granted(answer(seller, 'accept', mine._id))).body.data
    expect(accepted.status).toBe('accepted')
    expect(await statusOf(other, theirs._id)).toEqual(['declined', 'given_to_another'])
    expect(await toldOf(other)).toEqual(['Somebody else was faster: your offer was declined'])
    expect(await toldOf(buyer)).toEqual(['Your offer was accepted: it is kept for you for 24 hours'])
    expect((await detail(postId, other)).body.data.status).toBe('reserved')
    expectProblem(await purchase(other, postId), 409, 'NOT_AVAILABLE')
    expectProblem(await makeOffer(other, postId, 19), 409, 'NOT_AVAILABLE')
    expectProblem(await makeOffer(buyer, postId, 13), 409, 'OFFER_STANDS')
    expectProblem(await purchase(other, postId, { offer_id: mine._id }), 404, 'NO_SUCH_OFFER')
    expectProblem(await purchase(other, postId, { offer_id: theirs._id }), 409, 'OFFER_NOT_ACCEPTED')
    const quoted = { as: buyer, query: { post_id: postId, offer_id: mine._id } }
    expect((await granted(call('GET', '/api/v1/order-mgt/quote', quoted))).body.data).toMatchObject({
      ...{ price: 15, total: 15, quantity: 1, left: 1 },
    })
    for (const [as, offer_id, status, code] of [
      [other, theirs._id, 409, 'OFFER_NOT_ACCEPTED'],
      [other, mine._id, 404, 'NO_SUCH_OFFER'],
    ] as const)
      expectProblem(
        await call('GET', '/api/v1/order-mgt/quote', { as, query: { post_id: postId, offer_id } }),
        status,
        code,
      )
    const wish = { offer_id: mine._id }
    expectProblem(await purchase(buyer, postId, { ...wish, expected_price: 20 }), 409, 'PRICE_CHANGED')
    expectProblem(
      await purchase(buyer, postId, { ...wish, quantity: 2 }),
      400,
      'VALIDATION_FAILED',
      'body.quantity',
    )
    const order = (await granted(purchase(buyer, postId, { ...wish, expected_price: 15 }))).body.data
    expect(order).toMatchObject({ status: 'paid', price: 15, total: 15 })
    expect(await statusOf(buyer, mine._id)).toEqual(['bought', null])
    expect(await toldOf(buyer)).toEqual([])
    expectProblem(await purchase(buyer, postId, wish), 409, 'OFFER_NOT_ACCEPTED')
    await granted(pay(buyer, 'order-mgt/cancel', { order_id: order._id }))
    expect((await granted(purchase(other, postId))).body.data.price).toBe(20)
  })

  test('is let go by its buyer before its time', async () => {
    const { buyer, seller, postId } = await newTwo()
    const { _id } = await offered(buyer, postId, 12)
    const mine = (await granted(counter(seller, _id, 18))).body.data
    await granted(answer(buyer, 'accept', mine._id))
    expect(await toldOf(seller)).toEqual(['Your price was accepted: it is kept for the buyer for 24 hours'])
    expectProblem(await answer(seller, 'withdraw', mine._id), 409, 'OFFER_NOT_OPEN')
    expect((await granted(answer(buyer, 'withdraw', mine._id))).body.data.status).toBe('withdrawn')
    expect(await toldOf(seller)).toEqual(['The buyer let it go: it is on offer again'])
    const other = await newMember()
    await fund(other, 2000)
    expect((await granted(purchase(other, postId))).status).toBe(200)
  })

  test('leaves the pieces that nobody was promised', async () => {
    const { buyer, seller, postId } = await newTwo({ quantity: 3 })
    const [other, third] = [await newMember(), await newMember()]
    const mine = await offered(buyer, postId, 15, { quantity: 2 })
    const one = await offered(other, postId, 14)
    const two = await offered(third, postId, 14, { quantity: 2 })
    await granted(answer(seller, 'accept', mine._id))
    expect(await statusOf(other, one._id)).toEqual(['open', null])
    expect(await statusOf(third, two._id)).toEqual(['declined', 'given_to_another'])
    expect((await detail(postId, third)).body.data.status).toBe('active')
    await fund(third, 8000)
    expectProblem(await purchase(third, postId, { quantity: 2 }), 409, 'NOT_AVAILABLE')
    await granted(purchase(third, postId))
    expect((await detail(postId, third)).body.data.status).toBe('reserved')
    expectProblem(await answer(seller, 'accept', one._id), 409, 'NOT_AVAILABLE')
    await fund(buyer, 3000)
    const order = (await granted(purchase(buyer, postId, { offer_id: mine._id }))).body.data
    expect(order).toMatchObject({ quantity: 2, total: 30 })
    expect((await detail(postId, seller)).body.data.status).toBe('sold')
    await jobsDone()
    expect(await statusOf(other, one._id)).toEqual(['ended', 'sold'])
  })

  test('gives way to a newer one when a card is declined late', async () => {
    const { buyer, seller, postId } = await newTwo({ quantity: 2 })
    const { _id: offer_id } = await offered(buyer, postId, 15)
    await granted(answer(seller, 'accept', offer_id))
    const card = await saveTestCard(buyer, 'requires_action')
    const wish = { offer_id, source: 'card', payment_method_id: card._id }
    const { body } = await granted(purchase(buyer, postId, wish))
    const newer = await offered(buyer, postId, 16)
    const { payment_id } = await orderOf(buyer, body.data._id)
    await granted(simulate(buyer, payment_id, 'fail'))
    expect(await statusOf(buyer, offer_id)).toEqual(['bought', null])
    expect(await statusOf(buyer, newer._id)).toEqual(['open', null])
    expect(await orderOf(buyer, body.data._id)).toMatchObject({ status: 'expired' })
  })

  test('is there for another try when a card is declined', async () => {
    const { buyer, seller, postId } = await newTwo()
    const { _id: offer_id } = await offered(buyer, postId, 15)
    await granted(answer(seller, 'accept', offer_id))
    const { _id: payment_method_id } = await saveTestCard(buyer, 'decline')
    const card = { offer_id, source: 'card', payment_method_id }
    expectProblem(await purchase(buyer, postId, card), 402, 'PAYMENT_DECLINED')
    expect(await statusOf(buyer, offer_id)).toEqual(['accepted', null])
    await fund(buyer, 2000)
    expect((await granted(purchase(buyer, postId, { offer_id }))).body.data.total).toBe(15)
  })
})

describe('time', () => {
  test('ends an offer by the clock, whether anybody has written that down or not', async () => {
    const { buyer, seller, postId } = await newTwo()
    const { _id, chatroom_id } = await offered(buyer, postId, 15)
    const { clock } = await world()
    clock.advance(hours(48))
    const [b, s] = [await signedIn(buyer), await signedIn(seller)]
    expect(await statusOf(b, _id)).toEqual(['expired', null])
    expect((await offersOf(b, { status: 'open' })).length).toBe(0)
    expect((await messagesOf(b, chatroom_id))[0].offer).toMatchObject({ status: 'expired', ends_at: null })
    expectProblem(await answer(s, 'accept', _id), 409, 'OFFER_NOT_OPEN')
    expect((await offered(b, postId, 16)).status).toBe('open')
    expect((await toldOf(b)).toSorted()).toEqual(['Your offer was not answered in time'])
  })

  test('reminds who has to answer, and tells who made it of its end', async () => {
    const { buyer, seller, postId } = await newTwo()
    const { _id } = await offered(buyer, postId, 15)
    const [, reminded] = await pass(hours(43), buyer, seller)
    expect(reminded && (await toldOf(reminded))).toEqual(['An offer waits for your answer, and ends soon'])
    const [b, s] = await pass(hours(6), buyer, seller)
    if (!b || !s) throw new Error('nobody is there')
    expect(await toldOf(b)).toEqual(['Your offer was not answered in time'])
    expect(await toldOf(s)).toEqual([])
    expect(await statusOf(s, _id)).toEqual(['expired', null])
  })

  test('ends what is kept after 24 hours, at that moment', async () => {
    const { buyer, seller, postId } = await newTwo()
    const { _id } = await offered(buyer, postId, 15)
    await granted(answer(seller, 'accept', _id))
    const [reminded] = await pass(hours(19), buyer)
    expect(reminded && (await toldOf(reminded))).toEqual(['Buy it now, or it is not kept for you any more'])
    const { clock } = await world()
    clock.advance(hours(5))
    const other = await newMember()
    const b = await signedIn(buyer)
    await fund(b, 2000)
    await fund(other, 2000)
    expect((await detail(postId, other)).body.data.status).toBe('active')
    expect(await statusOf(b, _id)).toEqual(['lapsed', null])
    expectProblem(await purchase(b, postId, { offer_id: _id }), 409, 'OFFER_NOT_ACCEPTED')
    const [later, s] = await pass(0, buyer, seller)
    if (!later || !s) throw new Error('nobody is there')
    expect(await toldOf(later)).toEqual(['It is not kept for you any more'])
    expect(await toldOf(s)).toEqual(['The buyer did not buy in time: it is on offer again'])
    expect((await granted(purchase(other, postId))).status).toBe(200)
  })
})

describe('what ends offers', () => {
  test.each([
    ['closing the listing', 'unavailable', (two: Two) => close(two.seller, two.postId)],
    ['deleting it', 'unavailable', (two: Two) => removePost(two.seller, two.postId)],
    ['selling it elsewhere', 'sold', (two: Two) => sell(two.seller, two.postId, 'sold_elsewhere')],
  ])('%s', async (_, reason, act) => {
    const two = await newTwo()
    const other = await newMember()
    const kept = await offered(two.buyer, two.postId, 15)
    await granted(answer(two.seller, 'accept', kept._id))
    const { db } = (await world()).host.services
    expect(await statusOf(other, kept._id)).toBeUndefined()
    await granted(act(two))
    const { rows } = await sql<{ status: string; reason: string }>`
      select status, reason from marketplace.offer where id = ${kept._id}`.execute(db)
    expect(rows).toEqual([{ status: 'ended', reason }])
    expect(await toldOf(two.buyer)).toEqual(['What an offer was about is not to be had any more'])
  })

  test('selling pieces by hand that were promised', async () => {
    const { buyer, seller, postId } = await newTwo({ quantity: 2 })
    const other = await newMember()
    const [first, last] = [await offered(buyer, postId, 15), await offered(other, postId, 15)]
    for (const { _id } of [first, last]) {
      await granted(answer(seller, 'accept', _id))
      ;(await world()).clock.advance(1000)
    }
    await granted(sell(seller, postId, 'sold_elsewhere', { quantity: 1 }))
    expect(await statusOf(buyer, first._id)).toEqual(['accepted', null])
    expect(await statusOf(other, last._id)).toEqual(['ended', 'sold'])
  })

  test('blocking, of which neither is told', async () => {
    const { buyer, seller, postId } = await newTwo()
    const { _id, chatroom_id } = await offered(buyer, postId, 15)
    await granted(block(buyer, chatroom_id, true))
    expect(await offersOf(buyer)).toEqual([])
    expect(await toldOf(buyer)).toEqual([])
    expectProblem(await makeOffer(buyer, postId, 15), 403, 'CHAT_BLOCKED')
    expectProblem(await send(buyer, chatroom_id, '', { offer: { price: 15 } }), 403, 'CHAT_BLOCKED')
    expectProblem(await answer(seller, 'accept', _id), 409, 'OFFER_NOT_OPEN')
    await granted(block(buyer, chatroom_id, false))
    expect(await statusOf(buyer, _id)).toEqual(['ended', 'blocked'])
  })

  test('leaving', async () => {
    const { buyer, seller, postId } = await newTwo()
    const { _id } = await offered(buyer, postId, 15)
    await granted(answer(seller, 'accept', _id))
    const body = { password: buyer.password }
    await granted(call('DELETE', '/api/v1/usr-mgt/delete-account', { as: buyer, body }))
    const { rows } = await sql<{ status: string; reason: string }>`
      select status, reason from marketplace.offer where id = ${_id}`.execute(
      (await world()).host.services.db,
    )
    expect(rows).toEqual([{ status: 'ended', reason: 'left' }])
    expect((await detail(postId, seller)).body.data.status).toBe('active')
  })

  test('a moderator who hides the listing', async () => {
    const { buyer, seller, postId } = await newTwo()
    const { _id } = await offered(buyer, postId, 15)
    const body = { reason: 'Not allowed here.' }
    await granted(close(await newStaff('moderator'), postId, body))
    expect(await statusOf(seller, _id)).toEqual(['ended', 'unavailable'])
    expect((await roomOf(buyer, (await offersOf(seller))[0].chatroom_id)).productDetails.is_available).toBe(
      false,
    )
  })
})

describe('a stranger’s offer', () => {
  test('waits with the chat that its seller has not accepted, and is accepted with it', async () => {
    const { buyer, seller, postId } = await newTwo()
    const preferences = { as: seller, body: { strangers: 'filter' } }
    await granted(call('PUT', '/api/v1/notification-mgt/preferences', preferences))
    const { _id } = await offered(buyer, postId, 15)
    expect(await toldOf(seller)).toEqual([])
    expect(await offersOf(seller)).toEqual([])
    expect(await eventsOf(seller.id)).not.toContain('offer.updated')
    await granted(answer(seller, 'accept', _id))
    expect(await statusOf(seller, _id)).toEqual(['accepted', null])
    expect(await toldOf(buyer)).toEqual(['Your offer was accepted: it is kept for you for 24 hours'])
  })
})
