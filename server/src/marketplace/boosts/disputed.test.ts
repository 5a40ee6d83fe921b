import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { days } from '../../platform/clock.ts'
import { applyFor, boostsOf, newPackage } from '../../testing/boosts.ts'
import { granted, later, newMember, type TestPerson, world } from '../../testing/kit.ts'
import { fund } from '../../testing/money.ts'
import { addTestFunds, simulate } from '../../testing/payments.ts'
import { newPost } from '../../testing/posts.ts'
import { closeWorld, worldWith } from '../../testing/world.ts'
import { balanceOf } from '../wallet/public.ts'

/** Boosts whose payment a bank takes back. */

beforeAll(() => worldWith({}))
afterAll(closeWorld)

/** Two boosts of seven days, one behind the other, of which a payment by card paid the first. */
async function paidByCard() {
  const author = await newMember()
  const [post, sold] = [await newPost(author), await newPackage()]
  const payment = (await granted(addTestFunds(author, 'success', 7))).body.data._id
  const { body } = await granted(applyFor(author, sold._id, post._id))
  await fund(author, 700)
  await granted(applyFor(author, sold._id, post._id))
  await sql`
    update marketplace.payment set purpose_kind = 'boost', purpose_id = ${body.data._id} where id = ${payment}`.execute(
    (await world()).host.services.db,
  )
  return { author, postId: post._id as string, boostId: body.data._id as string, payment }
}

const statusesOf = async (author: TestPerson, postId: string) =>
  (await boostsOf(author, postId))
    .toSorted((a: { _id: string }, b: { _id: string }) => (a._id < b._id ? -1 : 1))
    .map(({ status }: { status: string }) => status)

const availableTo = async ({ id }: TestPerson) => {
  const { services } = (await world()).host
  return (await balanceOf(services.db, id, { currency: 'EUR', mode: services.moneyMode })).available_minor
}

async function owed(): Promise<number> {
  const { rows } = await sql<{ minor: number }>`
    select coalesce(-sum(balance_minor), 0)::bigint as minor from marketplace.ledger_account where kind = 'receivables'`.execute(
    (await world()).host.services.db,
  )
  return rows[0]?.minor ?? 0
}

test('a boost ends when a bank takes back what paid it; the one behind it does not', async () => {
  const { author, postId, payment } = await paidByCard()
  await granted(simulate(author, payment, 'dispute'))
  expect(await statusesOf(author, postId)).toEqual(['ended_early', 'scheduled'])
  expect(await availableTo(author)).toBe(0)
  for (let time = 0; time < 2; time += 1) await granted(simulate(author, payment, 'lose_dispute'))
  expect(await statusesOf(author, postId)).toEqual(['ended_early', 'scheduled'])
  expect(await availableTo(author)).toBe(0)
  expect(await owed()).toBe(0)
})

test('its unused days are paid back when the bank gives in, once', async () => {
  const { author, postId, payment } = await paidByCard()
  await later(days(0.01), () => granted(simulate(author, payment, 'dispute')))
  for (let time = 0; time < 2; time += 1) await granted(simulate(author, payment, 'win_dispute'))
  // Six whole days of seven.
  expect(await availableTo(author)).toBe(600)
  const [, ended] = await boostsOf(author, postId)
  expect(ended).toMatchObject({ status: 'ended_early' })
  expect(await owed()).toBe(0)
})
