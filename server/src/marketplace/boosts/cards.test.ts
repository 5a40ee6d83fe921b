import { afterAll, beforeAll, expect, test } from 'vitest'
import { hours } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import type { Scenario } from '../../platform/payments/pretending.ts'
import { applyFor, boostsOf, newPackage } from '../../testing/boosts.ts'
import { runNow } from '../../testing/jobs.ts'
import {
  call,
  eventually,
  expectProblem,
  granted,
  later,
  newMember,
  signedIn,
  type TestPerson,
  world,
} from '../../testing/kit.ts'
import { addTestFunds, saveTestCard } from '../../testing/payments.ts'
import { newPost, sell } from '../../testing/posts.ts'
import { jobsDone } from '../../testing/rows.ts'
import { closeWorld, worldWith } from '../../testing/world.ts'
import { reconcile } from '../payments/jobs.ts'
import { balanceOf } from '../wallet/public.ts'

/** Boosts that a card pays. */

beforeAll(() => worldWith({}))
afterAll(closeWorld)

/** Somebody with a card that behaves so, and a listing. */
async function withCard(scenario: Scenario) {
  const author = await newMember()
  const [card, post] = [await saveTestCard(author, scenario), await newPost(author)]
  return { author, wish: { source: 'card', payment_method_id: card._id }, postId: post._id as string }
}

const statusesOf = async (as: TestPerson, postId: string) =>
  (await boostsOf(as, postId)).map(({ status }: { status: string }) => status)

const balance = async ({ id }: TestPerson) => {
  const { db, moneyMode: mode } = (await world()).host.services
  const { available_minor, reserved_minor } = await balanceOf(db, id, { currency: 'EUR', mode })
  return [available_minor, reserved_minor]
}

const answer = (as: TestPerson, payment_id: string, command: 'succeed' | 'fail') =>
  granted(call('POST', '/api/v1/payment-mgt/simulate-payment', { as, body: { payment_id, command } }))

const historyOf = async (as: TestPerson) =>
  (await granted(call('GET', '/api/v1/payment-mgt/user-transactions', { as, query: { type: 'boost' } }))).body
    .data

test('a card pays a boost, which runs at once, and once for its key', async () => {
  const { author, wish, postId } = await withCard('success')
  const [sold, key] = [await newPackage(), newId()]
  const answers = [
    await granted(applyFor(author, sold._id, postId, { ...wish, key })),
    await granted(applyFor(author, sold._id, postId, { ...wish, key })),
  ]
  for (const { body } of answers)
    expect(body.data).toMatchObject({ status: 'active', payment_id: expect.any(String), client_secret: null })
  expect(await statusesOf(author, postId)).toEqual(['active'])
  expect(await balance(author)).toEqual([0, 0])
  expect(await historyOf(author)).toMatchObject([{ status: 'succeeded', amount_minor: -700 }])
})

test('a card that is declined boosts nothing, and takes no place', async () => {
  const { author, wish, postId } = await withCard('decline')
  const sold = await newPackage()
  for (let time = 0; time < 4; time += 1)
    expectProblem(await applyFor(author, sold._id, postId, wish), 402, 'PAYMENT_DECLINED')
  expect(new Set(await statusesOf(author, postId))).toEqual(new Set(['unpaid']))
  expect(await historyOf(author)).toMatchObject(Array.from({ length: 4 }, () => ({ status: 'failed' })))
  const other = { ...wish, payment_method_id: newId() }
  expectProblem(await applyFor(author, sold._id, postId, other), 404, 'NO_SUCH_PAYMENT_METHOD')
  const poor = await newMember()
  const { _id } = await newPost(poor)
  expectProblem(await applyFor(poor, sold._id, _id, { source: 'card' }), 409, 'NO_PAYMENT_METHOD')
  expect(await statusesOf(poor, _id)).toEqual([])
})

test('a bank that asks keeps the place, and the boost runs from its answer on, behind those that run by then', async () => {
  const { author, wish, postId } = await withCard('requires_action')
  const sold = await newPackage()
  const asked = await granted(applyFor(author, sold._id, postId, wish))
  expect(asked.body.data).toMatchObject({ status: 'pending_payment', client_secret: expect.any(String) })
  await granted(addTestFunds(author, 'success'))
  for (const _ of [1, 2]) await granted(applyFor(author, sold._id, postId))
  expectProblem(await applyFor(author, sold._id, postId, wish), 409, 'ALREADY_QUEUED')
  const { body } = await granted(
    call('GET', '/api/v1/package-mgt/get', { as: author, query: { post_id: postId } }),
  )
  const offer = body.data.find(({ _id }: { _id: string }) => _id === sold._id)
  expect(offer.refusal).toBe('ALREADY_QUEUED')
  for (const _ of [1, 2]) await answer(author, asked.body.data.payment_id, 'succeed')
  await jobsDone()
  const boosts: { _id: string; status: string; starts_at: string; ends_at: string }[] = await boostsOf(
    author,
    postId,
  )
  const last = boosts.toSorted((one, other) => one.starts_at.localeCompare(other.starts_at))
  expect(last.map(({ status }) => status)).toEqual(['active', 'scheduled', 'scheduled'])
  expect(last[2]).toMatchObject({ _id: asked.body.data._id, starts_at: last[1]?.ends_at })
  expect(await balance(author)).toEqual([2500 - 1400, 0])
})

test('who does not answer their bank within the hour, or says no, has no boost', async () => {
  const { author, wish, postId } = await withCard('requires_action')
  const sold = await newPackage()
  const refused = (await granted(applyFor(author, sold._id, postId, wish))).body.data
  await answer(author, refused.payment_id, 'fail')
  await granted(applyFor(author, sold._id, postId, wish))
  await later(hours(2), async () => {
    await runNow(reconcile, {})
    const as = await signedIn(author)
    await eventually(async () => !(await statusesOf(as, postId)).includes('pending_payment'))
    expect(await statusesOf(as, postId)).toEqual(['unpaid', 'unpaid'])
    expect(await balance(as)).toEqual([0, 0])
  })
})

test('money that comes for a listing that is gone goes back to the card', async () => {
  const { author, wish, postId } = await withCard('late_success')
  const sold = await newPackage()
  const { payment_id } = (await granted(applyFor(author, sold._id, postId, wish))).body.data
  await granted(sell(author, postId, 'sold_elsewhere'))
  await answer(author, payment_id, 'succeed')
  await jobsDone()
  expect(await statusesOf(author, postId)).toEqual(['unpaid'])
  expect(await balance(author)).toEqual([0, 0])
})

test('a boost that is paid while nobody sees its listing stands still until they do', async () => {
  const { author, wish, postId } = await withCard('late_success')
  const sold = await newPackage()
  const { payment_id } = (await granted(applyFor(author, sold._id, postId, wish))).body.data
  await sell(author, postId, 'reserved')
  await answer(author, payment_id, 'succeed')
  expect(await statusesOf(author, postId)).toEqual(['suspended'])
  await sell(author, postId, 'available')
  expect(await statusesOf(author, postId)).toEqual(['active'])
})
