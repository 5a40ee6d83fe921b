import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { minutes } from '../../platform/clock.ts'
import { send } from '../../testing/chat.ts'
import { call, expectProblem, granted, newMember, type TestPerson, world } from '../../testing/kit.ts'
import { fund } from '../../testing/money.ts'
import { purchase } from '../../testing/orders.ts'
import { favourite, newPost, update } from '../../testing/posts.ts'

const path = '/api/v1/usr-mgt/summary-stats'
const stats = async (as: TestPerson, query: Record<string, string> = {}) =>
  (await granted(call('GET', path, { as, query }))).body.data

const sell = (as: TestPerson, post_id: string, more: object = {}) =>
  granted(
    call('PUT', '/api/v1/post-mgt/update-sold-type', {
      as,
      body: { post_id, sold_type: 'sold_elsewhere', ...more },
    }),
  )

const setSoldAt = async (id: string, at: string) =>
  sql`update marketplace.post set sold_at = ${new Date(at)} where id = ${id}`.execute(
    (await world()).host.services.db,
  )

async function ask(buyer: TestPerson, seller: TestPerson, product_id: string): Promise<string> {
  const body = { user_id: seller.id, product_id }
  const room = await granted(call('POST', '/api/v1/chat-mgt/create-chatroom', { as: buyer, body }))
  await granted(send(buyer, room.body.data._id, 'Is it still there?'))
  return room.body.data._id
}

test('sellers see their figures, and others what everybody may', async () => {
  const [seller, buyer, other] = [await newMember(), await newMember(), await newMember()]
  const [chair, lamp, table] = [await newPost(seller), await newPost(seller), await newPost(seller)]
  await granted(favourite(buyer, chair._id))
  const look = { as: buyer, body: { post_id: chair._id, source: 'feed' } }
  await granted(call('POST', '/api/v1/post-mgt/record-view', look))
  const [answered] = [await ask(buyer, seller, chair._id), await ask(other, seller, lamp._id)]
  const { clock } = await world()
  clock.advance(minutes(5))
  await granted(send(seller, answered, 'It is.'))
  clock.advance(-minutes(5))
  await sell(seller, lamp._id, { sold_price: 12.5 })
  await sell(seller, table._id)

  const own = await stats(seller)
  expect(own).toMatchObject({
    user_id: seller.id,
    listings: { on_offer: 1, sold: 2, by_state: { active: 1, sold: 2 } },
    favourites: 1,
    chats: 2,
    views: 1,
    sales: 2,
    revenue: [{ currency: 'EUR', amount: 32.5, amount_minor: 3250, sales: 2 }],
    response_time: { chats: 2, answered: 1 },
  })
  expect(Math.round(own.response_time.median_seconds / 60)).toBe(5)

  const shown = await stats(buyer, { user_id: seller.id })
  expect(Object.keys(shown).sort()).toEqual(['from', 'listings', 'response_time', 'to', 'tz', 'user_id'])
  expect(shown).toMatchObject({ listings: { on_offer: 1, sold: 2 }, response_time: own.response_time })
  expect(shown.listings).not.toHaveProperty('by_state')

  await granted(
    call('POST', '/api/v1/usr-mgt/block', { as: seller, body: { user_id: buyer.id, is_blocked: true } }),
  )
  expectProblem(await call('GET', path, { as: buyer, query: { user_id: seller.id } }), 404, 'NO_SUCH_USER')
})

test('each piece of an order counts, in the currency that the listing has', async () => {
  const [seller, buyer] = [await newMember(), await newMember()]
  const { _id } = await newPost(seller, { price: 12.5, quantity: 4 })
  await fund(buyer, 5000)
  await granted(purchase(buyer, _id, { quantity: 3 }))
  expect((await stats(seller)).revenue).toEqual([
    { currency: 'EUR', amount: 37.5, amount_minor: 3750, sales: 1 },
  ])
  await granted(update(seller, _id, { price: 5, currency: 'USD' }))
  expect((await stats(seller)).revenue).toEqual([
    { currency: 'USD', amount: 15, amount_minor: 1500, sales: 1 },
  ])
})

test.each([
  ['the day of 23 hours', '2025-03-09', '2025-03-09T05:00:00Z', '2025-03-10T04:00:00Z'],
  ['the day of 25 hours', '2025-11-02', '2025-11-02T04:00:00Z', '2025-11-03T05:00:00Z'],
])('%s in New York holds each instant once', async (_name, day, begins, ends) => {
  const seller = await newMember()
  const sales = [await newPost(seller), await newPost(seller), await newPost(seller), await newPost(seller)]
  for (const { _id } of sales) await sell(seller, _id)
  const at = (text: string, ms: number) => new Date(Date.parse(text) + ms).toISOString()
  const times = [at(begins, -1), begins, at(ends, -1), ends]
  for (const [index, { _id }] of sales.entries()) await setSoldAt(_id, times[index] ?? '')
  const of = (from: string, to = from) => stats(seller, { from, to, tz: 'America/New_York' })
  const beside = (days: number) => new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)
  expect((await of(day)).sales).toBe(2)
  expect((await of(beside(-1))).sales).toBe(1)
  expect((await of(beside(1))).sales).toBe(1)
  expect((await of(beside(-1), beside(1))).sales).toBe(4)
})

test('a zone that does not exist is refused, as is a person who does not', async () => {
  const as = await newMember()
  expectProblem(await call('GET', path, { as, query: { tz: 'Mars/Base' } }), 400, 'INVALID_TIMEZONE')
})
