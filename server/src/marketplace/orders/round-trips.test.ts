import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../platform/ids.ts'
import { platformItself, transact } from '../../platform/operation/transact.ts'
import { call, expectProblem, granted, newMember, world } from '../../testing/kit.ts'
import { fund } from '../../testing/money.ts'
import { newAccepted } from '../../testing/offers.ts'
import { address, orderOf } from '../../testing/orders.ts'
import { chatAbout, favourite, newPost } from '../../testing/posts.ts'
import { newsHeard, openTripCounting } from '../../testing/round-trips.ts'
import { jobsDone } from '../../testing/rows.ts'

type Counting = Awaited<ReturnType<typeof openTripCounting>>
let counting: Counting

beforeAll(async () => {
  counting = await openTripCounting()
})
afterAll(() => counting.close())

/** Claims its key, looks with everything locked, and writes all of it with its answer and the commit. */
const most = 3

const buy = (as: { token: string }, body: object, key = newId()) =>
  call('POST', '/api/v1/payment-mgt/purchase-item', {
    as,
    app: counting.app,
    body: { source: 'wallet', delivery: 'ship', address, ...body },
    headers: { 'idempotency-key': key },
  })

test('a purchase from the wallet waits three times for the database, whoever hears of it', async () => {
  const [buyer, seller, other] = [await newMember(), await newMember(), await newMember()]
  await fund(buyer, 100_000)
  const coveted = await newPost(seller)
  await granted(chatAbout(coveted._id, seller, other))
  await granted(favourite(other, coveted._id))
  const wishes = [
    { post_id: (await newPost(seller, { quantity: 3 }))._id },
    { post_id: coveted._id },
    await newAccepted({ member: buyer, partner: seller }),
    { post_id: (await newPost(seller, { price: 0 }))._id },
  ]
  // A process that has just begun fills what it keeps; whoever hears later that this is outdated does so again.
  await jobsDone()
  await newsHeard()
  await granted(buy(buyer, { post_id: (await newPost(seller))._id }))
  for (const wish of wishes) {
    const before = counting.count()
    const { client_secret, ...order } = (await granted(buy(buyer, wish))).body.data
    expect.soft(counting.count() - before).toBeLessThanOrEqual(most)
    // It is made of what was written, and the same as reading that.
    expect(order).toEqual(await orderOf(buyer, order._id))
    expect(client_secret).toBeNull()
  }
})

test('a purchase whose key somebody else took over leaves nothing behind', async () => {
  const [buyer, seller] = [await newMember(), await newMember()]
  const { services } = (await world()).host
  await fund(buyer, 5000)
  const { _id: post_id } = await newPost(seller)
  const key = newId()
  const mine = sql`scope like ${`%/${buyer.id}`} and key = ${key}`
  const { promise: isClaimed, resolve: claimed } = Promise.withResolvers<void>()
  const { promise: isLocked, resolve: locked } = Promise.withResolvers<void>()
  // It waits for the listing while its key goes to another process.
  const held = transact(services, platformItself, async ({ db }) => {
    await sql`select 1 from marketplace.post where id = ${post_id} for update`.execute(db)
    locked()
    await isClaimed
    const { rows } =
      await sql`update platform.idempotency set holder = ${newId()} where ${mine} returning 1`.execute(
        services.db,
      )
    expect(rows).toHaveLength(1)
  })
  await Promise.race([isLocked, held])
  const buying = buy(buyer, { post_id }, key)
  await expect
    .poll(
      async () =>
        (await sql`select 1 from platform.idempotency where ${mine}`.execute(services.db)).rows.length,
    )
    .toBe(1)
  claimed()
  await held
  expectProblem(await buying, 409, 'IDEMPOTENCY_IN_PROGRESS')
  const orders = () => sql`select 1 from marketplace.orders where buyer_id = ${buyer.id}`.execute(services.db)
  expect((await orders()).rows).toHaveLength(0)
  await sql`update platform.idempotency set lease_until = now() where ${mine}`.execute(services.db)
  await granted(buy(buyer, { post_id }, key))
  await granted(buy(buyer, { post_id }, key))
  expect((await orders()).rows).toHaveLength(1)
  await jobsDone()
})
