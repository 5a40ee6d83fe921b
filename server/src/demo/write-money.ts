import { apply, insertVersion } from '../marketplace/boosts/public.ts'
import { enterRoom, makeOffer } from '../marketplace/offers/public.ts'
import { beginOrder, lockOrder, moveOrder, receiveOrder, settleOrder } from '../marketplace/orders/public.ts'
import {
  customerRowOf,
  keepCard,
  keepCustomer,
  openPayment,
  processorOf,
  settlePayment,
  wantedOf,
} from '../marketplace/payments/public.ts'
import {
  keepBank,
  keepPayee,
  keepPayout,
  type OwnedBank,
  type PayoutRow,
  payeeRowOf,
  requestPayout,
  selectBank,
} from '../marketplace/payouts/public.ts'
import { recordOrder } from '../marketplace/reviews/public.ts'
import { startTrial, triedPlan } from '../marketplace/subscriptions/public.ts'
import { openTransaction } from '../marketplace/wallet/public.ts'
import { days, hours } from '../platform/clock.ts'
import { newId } from '../platform/ids.ts'
import { minorOf } from '../platform/money.ts'
import type { Work } from '../platform/operation/work.ts'
import { sandboxWithin } from '../platform/payments/sandbox.ts'
import { testBankTokens } from '../platform/payments/test-ids.ts'
import { knownIn, type Town } from './plan.ts'
import type { Money } from './schemas.ts'
import { writeSaid } from './write-deals.ts'
import { currency } from './write-marketplace.ts'

const soonEnough = () => AbortSignal.timeout(60_000)

/** Does something at a moment of the past, until all of it is written. */
async function at(work: Work, moment: Date, run: (then: Work) => Promise<unknown>): Promise<void> {
  const behind: Promise<unknown>[] = []
  const pipeline = (statement: Promise<unknown>) => void behind.push(statement)
  // Nobody is there yet who could hear of it.
  await run({ ...work, clock: { now: () => moment }, pipeline, publish: () => {} })
  await Promise.all(behind)
}

/** Something that happened once. */
interface Happening {
  ago: number
  run: (then: Work) => Promise<unknown>
}

/** Money of the town: only the sandbox pretends it, so that a server with another processor has none. */
export async function writeMoney(work: Work, town: Town): Promise<void> {
  const { money } = town.content
  const packages = await writePackages(work, town)
  if (work.services.paymentProvider !== 'sandbox') return
  const plan = await triedPlan(work.db)
  const personOf = (key: string) => knownIn(town.people, key)
  const happenings: Happening[] = [
    ...money.funds.map(({ person, daysAgo, amount }) => ({
      ago: days(daysAgo),
      run: (then: Work) => addFunds(then, personOf(person).id, amount),
    })),
    ...money.boosts.map(({ listing, package: name, daysAgo }) => ({
      ago: days(daysAgo),
      run(then: Work) {
        const { id: postId, seller } = knownIn(town.listings, listing)
        const wish = { packageId: knownIn(packages, name), postId, startAt: null, paymentMethodId: undefined }
        return apply(then, seller.id, { ...wish, source: 'wallet' })
      },
    })),
    ...money.orders.flatMap((order) => courseOf(order, town)),
    ...money.offers.map(({ listing, buyer, hoursAgo, price, note }) => ({
      ago: hours(hoursAgo),
      async run(then: Work) {
        const [{ id: postId }, caller] = [knownIn(town.listings, listing), personOf(buyer)]
        const room = await enterRoom(then, { callerId: caller.id, postId, quantity: 1, ip: '127.0.0.1' })
        await makeOffer(then, caller, { room, postId }, { price, quantity: 1, note })
      },
    })),
    ...money.payouts.flatMap((payout) => payoutOf(payout, personOf(payout.person))),
    ...money.trials.map(({ person, daysAgo }) => ({
      ago: days(daysAgo),
      run: async (then: Work) => plan && startTrial(then, personOf(person).id, plan),
    })),
  ]
  // One after the other as it came, so that what everybody has is right at each moment.
  for (const { ago, run } of happenings.toSorted((one, other) => other.ago - one.ago))
    await at(work, new Date(town.now.getTime() - ago), run)
}

/** @returns their ids by their names */
async function writePackages({ db }: Work, { content, now }: Town): Promise<Map<string, string>> {
  const ids = new Map<string, string>()
  for (const { name, kind, price, days: duration_days } of content.money.packages) {
    const id = newId()
    await insertVersion(db, {
      ...{
        id,
        name,
        version: 1,
        kind,
        price_minor: minorOf(price, currency, 'price'),
        currency,
        duration_days,
      },
      ...{ quantity: null, category_ids: [], is_active: true, created_at: now },
    })
    ids.set(name, id)
  }
  return ids
}

/** Adds money to somebody's wallet from a card of theirs, as the sandbox remembers it. */
async function addFunds(then: Work, personId: string, amount: number): Promise<void> {
  const { db, clock } = then
  const signal = soonEnough()
  const sandbox = sandboxWithin(db, clock)
  const processor = processorOf(then)
  const customer = await customerRowOf(then, personId, processor)
  const { id: key, email, created_at: askedAt } = customer
  const { id: customerId } = await sandbox.createCustomer({ personId, email, askedAt }, { key, signal })
  await keepCustomer(db, key, customerId)
  const card = await sandbox.saveCard(
    { customerId, cardId: sandbox.pretending?.testCardId('success') ?? '' },
    { key: newId(), signal },
  )
  await keepCard(then, key, { card, processor, wantsDefault: true })
  const [id, amountMinor] = [newId(), minorOf(amount, currency, 'amount')]
  const purpose = { kind: 'add_funds', id } as const
  const payment = await openPayment(then, { personId, purpose, amountMinor, currency })
  await openTransaction(then, {
    ...{ id: payment.id, personId, type: 'add_funds', status: 'processing', amountMinor, currency },
    ...{ mode: payment.mode, about: { model: 'payment', id: payment.id } },
  })
  const charged = await sandbox.createPayment(wantedOf(payment), { key: payment.id, signal })
  await settlePayment(then, payment.id, charged, { isLate: false })
}

/** What becomes of an order, from its beginning on. */
function courseOf(
  { listing, buyer: key, daysAgo, address, sent }: Money['orders'][number],
  { people, listings }: Town,
): Happening[] {
  const [post, buyer] = [knownIn(listings, listing), knownIn(people, key)]
  let orderId = ''
  const locked = async (then: Work) => {
    const order = await lockOrder(then.db, orderId)
    if (!order) throw new Error(`the order of ${listing} is gone`)
    return order
  }
  const begun: Happening = {
    ago: days(daysAgo),
    async run(then) {
      const { order } = await beginOrder(then, buyer.id, {
        ...{ postId: post.id, offerId: null, quantity: 1, source: 'wallet', delivery: 'ship' },
        ...{ address: { ...address, name: buyer.name }, expectedPrice: undefined },
      })
      orderId = order.id
    },
  }
  if (!sent) return [begun]
  const { carrier, trackingCode, received } = sent
  const shipped: Happening = {
    ago: days(sent.daysAgo),
    async run(then) {
      const change = { carrier, trackingCode }
      await moveOrder(then, await locked(then), 'shipped', { actor: 'seller', change })
    },
  }
  if (!received) return [begun, shipped]
  return [
    ...[begun, shipped],
    { ago: days(received.daysAgo), run: async (then) => receiveOrder(then, await locked(then), 'buyer') },
    {
      ago: days(received.daysAgo - objectionDays),
      async run(then) {
        await settleOrder(then, await locked(then), { to: 'completed', actor: null })
        const deal = await recordOrder(then.db, orderId, then.clock.now())
        if (deal) await writeSaid(then.db, deal, received)
      },
    },
  ]
}

/** For so long a buyer can object to what they received. */
const objectionDays = 3
/** The sandbox takes so long to bring money to a bank. */
const transitDays = 2

/** Adds a bank account to somebody, and pays them out to it. */
function payoutOf(
  { daysAgo, amount, country }: Money['payouts'][number],
  person: { id: string; name: string },
): Happening[] {
  const signal = soonEnough()
  let sent: { payout: PayoutRow; payeeId: string } | undefined
  return [
    {
      ago: days(daysAgo),
      async run(then) {
        const { payingOut } = sandboxWithin(then.db, then.clock)
        const { payeeId, bank } = await addBank(then, { ...person, country })
        const amountMinor = minorOf(amount, currency, 'amount')
        const payout = await requestPayout(then, { personId: person.id, bank, amountMinor, currency })
        const wanted = { payeeId, bankId: bank.provider_bank_id, amountMinor, currency }
        await keepPayout(then, payout, await payingOut.createPayout(wanted, { key: payout.id, signal }))
        sent = { payout, payeeId }
      },
    },
    {
      ago: days(daysAgo - transitDays),
      async run(then) {
        if (!sent) throw new Error('what arrives was never sent')
        const { payingOut } = sandboxWithin(then.db, then.clock)
        const { payout, payeeId } = sent
        const found = await payingOut.findPayout({ payeeId }, { key: payout.id, signal })
        if (found) await keepPayout(then, payout, found)
      },
    },
  ]
}

async function addBank(
  then: Work,
  { id: personId, name: holderName, country }: { id: string; name: string; country: string },
): Promise<{ payeeId: string; bank: OwnedBank }> {
  const { db, clock } = then
  const [{ payingOut }, signal] = [sandboxWithin(db, clock), soonEnough()]
  const row = await payeeRowOf(then, personId, { processor: processorOf(then), country })
  const { id: key, email, created_at: askedAt } = row
  const payee = await payingOut.createPayee({ personId, email, country, askedAt }, { key, signal })
  await keepPayee(db, key, { providerId: payee.id, isPayable: payee.isPayable })
  const token = testBankTokens.sandbox.verified
  const added = await payingOut.addBank(
    { payeeId: payee.id, token, holderName, country, currency },
    { key: newId(), signal },
  )
  const bank = await selectBank(db, await keepBank(then, { payee: row, bank: added, holderName }))
  if (!bank) throw new Error('a bank account is gone that was just added')
  return { payeeId: payee.id, bank }
}
