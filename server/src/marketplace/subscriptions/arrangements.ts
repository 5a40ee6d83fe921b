import { days } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import type { Arrangements } from '../../testing/arranged.ts'
import type { Cast } from '../../testing/cast.ts'
import { granted, newEmail, newMember, type TestPerson, world } from '../../testing/kit.ts'
import { password } from '../../testing/marketplace-rows.ts'
import { fillWallet } from '../../testing/money.ts'
import { storeEventsOf } from '../../testing/store-events.ts'
import {
  forgetPlans,
  newCard,
  newEndedTrial,
  newPlan,
  planOnOffer,
  subscribed,
  tools,
} from '../../testing/subscriptions.ts'
import { proveAddress } from '../../testing/users.ts'

/** The member as one who never had a plan, and may try one. */
async function newcomer({ member }: Pick<Cast, 'member'>): Promise<TestPerson> {
  await Promise.all([forgetPlans(member), proveAddress(member)])
  return member
}

async function subscriber(cast: Pick<Cast, 'member'>): Promise<TestPerson> {
  const person = await newcomer(cast)
  await subscribed(person)
  return person
}

async function inTrial(cast: Pick<Cast, 'member'>): Promise<TestPerson> {
  const person = await newcomer(cast)
  await granted(tools(person, 'trial-start', { plan_id: await planOnOffer() }))
  return person
}

const newReason = () => `I was ill ${newId()}`

/** A call that succeeds, for each operation. */
export const arrangements: Arrangements = {
  getPlans: ({ member }) => ({ as: member }),
  trialSignup: () => ({
    body: { name: 'Ada', email: newEmail(), password, agree: 'true', timezone: 'Europe/Berlin' },
  }),
  trialStart: async (cast) => ({ as: await newcomer(cast), body: { plan_id: await newPlan() } }),
  trialExtend: [
    async (cast) => ({ as: await inTrial(cast), body: { reason: newReason() } }),
    async (cast) => ({
      as: cast.administrator,
      body: { reason: newReason(), user_id: (await inTrial(cast)).id, days: 3 },
    }),
  ],
  subscribe: async (cast) => {
    const as = await newcomer(cast)
    const payment_method_id = await newCard(as)
    return { as, body: { plan_id: await planOnOffer(), payment_method_id, now: true } }
  },
  cancelSubscription: async (cast) => ({
    as: await subscriber(cast),
    body: { reason: 'I sell less now', immediately: false },
  }),
  reinstateSubscription: async (cast) => {
    const as = await subscriber(cast)
    await granted(tools(as, 'cancel-subscription', {}))
    return { as }
  },
  pauseSubscription: async (cast) => {
    const resume_at = new Date((await world()).clock.now().getTime() + days(30)).toISOString()
    return { as: await subscriber(cast), body: { resume_at } }
  },
  unpauseSubscription: async (cast) => {
    const as = await subscriber(cast)
    await granted(tools(as, 'pause-subscription', {}))
    return { as }
  },
  exportTransactions: async (cast) => {
    const as = await newcomer(cast)
    await fillWallet(as, 1200)
    return { as, body: { from: '2026-01-01', to: '2036-01-01' } }
  },
  receiveMobilePaymentWebhook: async () =>
    storeEventsOf((await newMember()).id, (await world()).clock.now()).event('INITIAL_PURCHASE'),
  adminGetPlans: ({ administrator }) => ({ as: administrator }),
  adminPublishPlan: ({ administrator }) => ({
    as: administrator,
    params: { plan_key: 'arranged' },
    body: {
      name: 'Plus',
      price: 4.99,
      currency: 'EUR',
      months: 1,
      trial_days: 0,
      quotas: { saved_searches: 50, transaction_exports: 30 },
      store_products: ['plaza.arranged'],
      is_offered: false,
    },
  }),
  adminGetCompletedTrials: async ({ administrator }) => {
    for (const _ of [1, 2]) await newEndedTrial()
    return {
      as: administrator,
      query: { from: '2026-01-05T08:00:00.000Z', to: '2036-01-05T08:00:00.000Z', converted: false },
    }
  },
}
