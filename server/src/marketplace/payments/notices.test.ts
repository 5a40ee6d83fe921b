import { describe, expect, test } from 'vitest'
import { runNow } from '../../testing/jobs.ts'
import { granted, newMember, type TestPerson } from '../../testing/kit.ts'
import { addTestFunds, newRefund, simulate } from '../../testing/payments.ts'
import { noticesOf } from '../../testing/posts.ts'
import { jobsDone } from '../../testing/rows.ts'
import { newCard, planOnOffer, subscribe } from '../../testing/subscriptions.ts'
import { refund } from './jobs.ts'

/** What people are told of money that moved while they were not looking. */

const told = async (as: TestPerson) =>
  (await noticesOf(as, 'payment')).map(({ title, action }: { title: string; action: object }) => [
    title,
    action,
  ])
const wallet = expect.objectContaining({ label: 'View', payload: { screen: 'Wallet' } })

describe('a notice of money', () => {
  test('is left of funds that come or fail late, once, and of none that come at once', async () => {
    const member = await newMember()
    await granted(addTestFunds(member, 'success', 5))
    expect(await told(member)).toEqual([])
    for (const [scenario, command, title] of [
      ['late_success', 'succeed', '12 EUR has arrived in your wallet'],
      ['requires_action', 'fail', '12 EUR could not be added to your wallet'],
    ] as const) {
      const { body } = await granted(addTestFunds(member, scenario, 12))
      const before = await told(member)
      for (let time = 0; time < 2; time += 1) await granted(simulate(member, body.data._id, command))
      expect(await told(member)).toEqual([[title, wallet], ...before])
    }
    // Whoever is declined while they look on is told there.
    await addTestFunds(member, 'decline', 5)
    expect(await told(member)).toHaveLength(2)
  })

  test('is left of a refund that arrives, once, in the language of its owner', async () => {
    const member = await newMember({ language: 'de' })
    const refundId = await newRefund(member, 1000)
    for (let time = 0; time < 2; time += 1) await runNow(refund, { refundId })
    await jobsDone()
    expect((await noticesOf(member, 'payment')).map(({ title }: { title: string }) => title)).toEqual([
      expect.stringMatching(/^10,00.€ sind auf dem Weg zurück zu dir$/),
    ])
  })

  test('is left of a plan that a card did not pay after its owner had left', async () => {
    const member = await newMember()
    await newCard(member, 'late_success')
    const { body } = await granted(subscribe(member, { plan_id: await planOnOffer(), now: true }))
    const paymentId = body.data.payment_id ?? body.data.payment?._id
    await granted(simulate(member, paymentId, 'fail'))
    const [notice] = await noticesOf(member, 'payment')
    expect(notice).toMatchObject({
      title: expect.stringMatching(/could not be charged to your card$/),
      action: { payload: { screen: 'Plans' } },
    })
  })
})
