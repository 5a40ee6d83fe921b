import fc from 'fast-check'
import { days, hours, minutes } from '../../platform/clock.ts'
import type { Scenario } from '../../platform/payments/pretending.ts'

/** What people, banks and time do with money. Whoever and whatever is meant is named by its place among those there are. */
export type Step =
  | { does: 'fund'; who: number; amount: number; card: Scenario }
  | { does: 'answer'; at: number; outcome: 'succeed' | 'fail' }
  | { does: 'bank'; at: number; command: BankCommand }
  | { does: 'list'; who: number; price: number; quantity: number }
  | { does: 'floor'; at: number; price: number | null }
  | { does: 'offer'; who: number; at: number; price: number; quantity: number }
  | AnswerToOffer
  | Purchase
  | Taking
  | { does: 'boost'; at: number; source: 'wallet' | 'card'; card: Scenario }
  | { does: 'payOut'; who: number; amount: number; bounces: boolean; isToDefault: boolean }
  | { does: 'chooseBank'; who: number; bounces: boolean }
  | { does: 'payPal'; who: number; amount: number }
  | { does: 'tellPayPal'; at: number; what: PayPalNews; times: number }
  | { does: 'signUpForTrial'; device: number }
  | { does: 'cancel' | 'ship' | 'confirm'; order: number }
  | { does: 'dispute' | 'decide' | 'refund'; order: number; amount: number }
  | { does: 'plan'; who: number; what: PlanStep; card: Scenario }
  | { does: 'planPayment'; who: number; command: 'succeed' | 'fail' | BankCommand }
  | { does: 'shop'; who: number; type: ShopEvent; times: number }
  | { does: 'hear'; at: number; times: number }
  | { does: 'wait'; ms: number }

export type BankCommand = 'dispute' | 'win_dispute' | 'lose_dispute'

export interface AnswerToOffer {
  does: 'answerOffer'
  offer: number
  how: 'accept' | 'decline' | 'withdraw' | 'counter'
  isBySeller: boolean
  /** Of a counter-offer. */
  price: number
}

/** How somebody pays for what they buy. */
interface Paying {
  source: 'wallet' | 'card' | 'wallet_and_card'
  card: Scenario
  isPickup: boolean
  /** How often the call is made with its key. */
  times: number
}

export interface Purchase extends Paying {
  does: 'buy'
  who: number
  at: number
  quantity: number
}

/** Somebody buys what was agreed on, or was for a while. */
export interface Taking extends Paying {
  does: 'take'
  accepted: number
}

export const payPalNews = ['Completed', 'Completed', 'Pending', 'Failed'] as const
export type PayPalNews = (typeof payPalNews)[number]

export const planSteps = [
  'subscribe',
  'subscribeAtEndOfTrial',
  'tryOut',
  'tryLonger',
  'cancel',
  'cancelAtOnce',
  'reinstate',
  'pause',
  'unpause',
] as const
export type PlanStep = (typeof planSteps)[number]

export const shopEvents = [
  'INITIAL_PURCHASE',
  'RENEWAL',
  'CANCELLATION',
  'BILLING_ISSUE',
  'EXPIRATION',
] as const
export type ShopEvent = (typeof shopEvents)[number]

export const people = 20

/** Among so many of the newest things one is chosen, so that most are there. */
const among = fc.nat(11)
/** An offer is answered and taken soon, or not at all. */
const offer = fc.nat(3)
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
const floor = fc.option(amount, { nil: null })
const times = fc.integer({ min: 1, max: 3 })
const bankCommand = fc.constantFrom<BankCommand>('dispute', 'dispute', 'win_dispute', 'lose_dispute')
const of = <T extends string>(...does: T[]) => fc.constantFrom(...does)
const paying = {
  source: of('wallet', 'card', 'wallet_and_card'),
  card,
  isPickup: fc.boolean(),
  times: fc.integer({ min: 1, max: 2 }),
}
const quantity = fc.integer({ min: 1, max: 2 })

const weighed: readonly [number, fc.Arbitrary<Step>][] = [
  [5, fc.record({ does: of('fund'), who, amount, card })],
  [4, fc.record({ does: of('answer'), at: among, outcome: of('succeed', 'fail') })],
  [3, fc.record({ does: of('bank'), at: among, command: bankCommand })],
  [4, fc.record({ does: of('list'), who, price: amount, quantity: fc.integer({ min: 1, max: 3 }) })],
  [1, fc.record({ does: of('floor'), at: among, price: floor })],
  [6, fc.record({ does: of('offer'), who, at: among, price: amount, quantity })],
  [
    8,
    fc.record({
      does: of('answerOffer'),
      offer,
      how: of('accept', 'accept', 'accept', 'decline', 'withdraw', 'counter'),
      isBySeller: fc.constantFrom(true, true, false),
      price: amount,
    }),
  ],
  [8, fc.record({ does: of('buy'), who, at: among, quantity, ...paying })],
  [6, fc.record({ does: of('take'), accepted: offer, ...paying })],
  [3, fc.record({ does: of('boost'), at: among, source: of('wallet', 'card'), card })],
  [
    2,
    fc.record({
      does: of('payOut'),
      who,
      amount: fc.integer({ min: 500, max: 2_500 }),
      bounces: fc.boolean(),
      isToDefault: fc.boolean(),
    }),
  ],
  [1, fc.record({ does: of('chooseBank'), who, bounces: fc.boolean() })],
  [2, fc.record({ does: of('payPal'), who, amount })],
  [3, fc.record({ does: of('tellPayPal'), at: offer, what: fc.constantFrom(...payPalNews), times })],
  [1, fc.record({ does: of('signUpForTrial'), device: fc.nat(4) })],
  [10, fc.record({ does: of('cancel', 'ship', 'ship', 'confirm'), order: among })],
  [6, fc.record({ does: of('dispute', 'decide', 'refund'), order: among, amount })],
  [5, fc.record({ does: of('plan'), who: fc.nat(4), what: fc.constantFrom(...planSteps), card })],
  [
    2,
    fc.record({
      does: of('planPayment'),
      who: fc.nat(4),
      command: of('succeed', 'fail', 'dispute', 'win_dispute', 'lose_dispute'),
    }),
  ],
  [1, fc.record({ does: of('shop'), who: fc.nat(4), type: fc.constantFrom(...shopEvents), times })],
  [2, fc.record({ does: of('hear'), at: among, times })],
  [
    4,
    fc.record({
      does: of('wait'),
      ms: fc.constantFrom(minutes(16), hours(3), days(1) + hours(1), days(3) + hours(1), days(8) + hours(1)),
    }),
  ],
]

export const anyStep: fc.Arbitrary<Step> = fc.oneof(
  ...weighed.map(([weight, arbitrary]) => ({ weight, arbitrary })),
)
