import { apply, insertVersion } from '../marketplace/boosts/public.ts'
import { enterRoom, makeOffer } from '../marketplace/offers/public.ts'
import { beginOrder, lockOrder, moveOrder } from '../marketplace/orders/public.ts'
import {
  customerRowOf,
  keepCard,
  keepCustomer,
  openPayment,
  processorOf,
  settlePayment,
} from '../marketplace/payments/public.ts'
import { startTrial, triedPlan } from '../marketplace/subscriptions/public.ts'
import { openTransaction } from '../marketplace/wallet/public.ts'
import { days, hours } from '../platform/clock.ts'
import { newId } from '../platform/ids.ts'
import { minorOf } from '../platform/money.ts'
import type { Work } from '../platform/operation/work.ts'
import { sandboxWithin } from '../platform/payments/sandbox.ts'
import { knownIn, type Town } from './plan.ts'
import type { Money } from './schemas.ts'
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

/** Money of the town: only the sandbox pretends it, so that a server with another processor has none. */
export async function writeMoney(work: Work, town: Town): Promise<void> {
  const { money } = town.content
  const packages = await writePackages(work, town)
  if (work.services.paymentProvider !== 'sandbox') return
  const ago = (ms: number) => new Date(town.now.getTime() - ms)
  for (const { person, daysAgo, amount } of money.funds)
    await at(work, ago(days(daysAgo)), (then) => addFunds(then, knownIn(town.people, person).id, amount))
  for (const { listing, package: name, daysAgo } of money.boosts) {
    const { id: postId, seller } = knownIn(town.listings, listing)
    const wish = { packageId: knownIn(packages, name), postId, startAt: null, paymentMethodId: undefined }
    await at(work, ago(days(daysAgo)), (then) => apply(then, seller.id, { ...wish, source: 'wallet' }))
  }
  for (const order of money.orders) await writeOrder(work, order, { town, ago })
  for (const { listing, buyer, hoursAgo, price, note } of money.offers) {
    const postId = knownIn(town.listings, listing).id
    const caller = knownIn(town.people, buyer)
    await at(work, ago(hours(hoursAgo)), async (then) => {
      const room = await enterRoom(then, { callerId: caller.id, postId, quantity: 1, ip: '127.0.0.1' })
      await makeOffer(then, caller, { room, postId }, { price, quantity: 1, note })
    })
  }
  const plan = await triedPlan(work.db)
  for (const { person, daysAgo } of money.trials)
    await at(work, ago(days(daysAgo)), async (then) => {
      if (plan) await startTrial(then, knownIn(town.people, person).id, plan)
    })
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
  const wanted = { customerId, cardId: card.id, amountMinor, currency, isOffSession: false }
  const charged = await sandbox.createPayment(
    { ...wanted, description: 'Adding funds' },
    { key: payment.id, signal },
  )
  await settlePayment(then, payment.id, charged, { isLate: false })
}

async function writeOrder(
  work: Work,
  { listing, buyer: key, daysAgo, address, sent }: Money['orders'][number],
  { town, ago }: { town: Town; ago: (ms: number) => Date },
): Promise<void> {
  const [post, buyer] = [knownIn(town.listings, listing), knownIn(town.people, key)]
  let orderId = ''
  await at(work, ago(days(daysAgo)), async (then) => {
    const { order } = await beginOrder(then, buyer.id, {
      ...{ postId: post.id, offerId: null, quantity: 1, source: 'wallet', delivery: 'ship' },
      ...{
        address: { ...address, name: buyer.name, city: 'Lindenau', country: 'DE' },
        expectedPrice: undefined,
      },
    })
    orderId = order.id
  })
  if (!sent) return
  await at(work, ago(days(sent.daysAgo)), async (then) => {
    const order = await lockOrder(then.db, orderId)
    if (!order) throw new Error(`the order of ${listing} is gone`)
    const change = { carrier: sent.carrier, trackingCode: sent.trackingCode }
    await moveOrder(then, order, 'shipped', { actor: 'seller', change })
  })
}
