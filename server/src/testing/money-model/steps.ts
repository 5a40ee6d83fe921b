import fc from 'fast-check'
import { days, hours, minutes } from '../../platform/clock.ts'
import type { Scenario } from '../../platform/payments/pretending.ts'

/** What people, banks and time do with money. Whoever and whatever is meant is named by its place among those there are. */
export type Step =
  | { does: 'fund'; who: number; amount: number; card: Scenario }
  | { does: 'answer'; at: number; outcome: 'succeed' | 'fail' }
  | { does: 'list'; who: number; price: number; quantity: number }
  | Purchase
  | { does: 'boost'; at: number }
  | { does: 'payOut'; who: number; amount: number; bounces: boolean }
  | { does: 'cancel' | 'ship' | 'confirm'; order: number }
  | { does: 'dispute' | 'decide' | 'refund'; order: number; amount: number }
  | { does: 'plan'; who: number; what: PlanStep }
  | { does: 'hear'; at: number; times: number }
  | { does: 'wait'; ms: number }

interface Purchase {
  does: 'buy'
  who: number
  at: number
  quantity: number
  source: 'wallet' | 'card' | 'wallet_and_card'
  card: Scenario
  isPickup: boolean
  /** How often the call is made with its key. */
  times: number
}

export const planSteps = ['subscribe', 'cancel', 'reinstate', 'pause', 'unpause'] as const
export type PlanStep = (typeof planSteps)[number]

export const people = 20

/** Among so many of the newest things one is chosen, so that most are there. */
const among = fc.nat(11)
const who = fc.nat(people - 1)
const card = fc.constantFrom<Scenario>(
  'success',
  'success',
  'success',
  'decline',
  'insufficient',
  'requires_action',
  'late_success',
)
const amount = fc.integer({ min: 500, max: 9_000 })
const of = <T extends string>(...does: T[]) => fc.constantFrom(...does)

export const anyStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ does: of('fund'), who, amount, card }) },
  { weight: 3, arbitrary: fc.record({ does: of('answer'), at: among, outcome: of('succeed', 'fail') }) },
  {
    weight: 3,
    arbitrary: fc.record({ does: of('list'), who, price: amount, quantity: fc.integer({ min: 1, max: 3 }) }),
  },
  {
    weight: 10,
    arbitrary: fc.record({
      does: of('buy'),
      who,
      at: among,
      quantity: fc.integer({ min: 1, max: 2 }),
      source: of('wallet', 'card', 'wallet_and_card'),
      card,
      isPickup: fc.boolean(),
      times: fc.integer({ min: 1, max: 2 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ does: of('boost'), at: among }) },
  { weight: 2, arbitrary: fc.record({ does: of('payOut'), who, amount, bounces: fc.boolean() }) },
  { weight: 9, arbitrary: fc.record({ does: of('cancel', 'ship', 'ship', 'confirm'), order: among }) },
  { weight: 6, arbitrary: fc.record({ does: of('dispute', 'decide', 'refund'), order: among, amount }) },
  { weight: 2, arbitrary: fc.record({ does: of('plan'), who, what: fc.constantFrom(...planSteps) }) },
  { weight: 1, arbitrary: fc.record({ does: of('hear'), at: among, times: fc.integer({ min: 1, max: 3 }) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      does: of('wait'),
      ms: fc.constantFrom(minutes(16), hours(3), days(1) + hours(1), days(3) + hours(1), days(8) + hours(1)),
    }),
  },
)
