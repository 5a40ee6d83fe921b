import { sql } from 'kysely'
import { followBoosts } from '../../marketplace/boosts/sweep-jobs.ts'
import { followOffers } from '../../marketplace/offers/jobs.ts'
import { followOrders } from '../../marketplace/orders/jobs.ts'
import { endForsaken } from '../../marketplace/payments/hosted-jobs.ts'
import { reconcile } from '../../marketplace/payments/jobs.ts'
import { lookAtPayouts } from '../../marketplace/payouts/jobs.ts'
import { tellSubscribers, tickSubscriptions } from '../../marketplace/subscriptions/jobs.ts'
import { collectDebts } from '../../marketplace/wallet/jobs.ts'
import { minutes } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import type { Scenario } from '../../platform/payments/pretending.ts'
import { applyFor, newPackage } from '../boosts.ts'
import { deliverInstantNotice, openAtPayPal } from '../hosted-payments.ts'
import { runNow } from '../jobs.ts'
import { type Answer, call, newStaff, signedIn, type TestPerson, world } from '../kit.ts'
import { answer as answerOffer, counter, makeOffer, newNegotiable } from '../offers.ts'
import { pay, purchase } from '../orders.ts'
import { addFunds, saveTestCard, simulate } from '../payments.ts'
import { newBankAccount } from '../payouts.ts'
import { jobsDone } from '../rows.ts'
import { newProvedMember } from '../users.ts'
import { boostPrice } from './listings.ts'
import { stepMs } from './model.ts'
import { changePlan, hearAgain, hearFromShop, movePlanPayment, signUpForTrial } from './plans.ts'
import { newest, type Outcome } from './state.ts'
import { type AnswerToOffer, type Purchase, people, type Step, type Taking } from './steps.ts'

interface Walker {
  person: TestPerson
  /** How far the clock was moved when they signed in. */
  signedInAt: number
  readonly cards: Map<Scenario, string>
  readonly banks: Map<boolean, string>
}

interface OfferOf {
  id: string
  post: { id: string; seller: number }
  buyer: number
}

const walkerOf = async (person: TestPerson): Promise<Walker> => ({
  person,
  signedInAt: (await world()).clock.offsetMs(),
  cards: new Map(),
  banks: new Map(),
})

const outcomeOf = ({ status, body }: Answer): Outcome => (status < 300 ? 'done' : String(body.error?.code))

/** What an answer says, whichever call it answers. */
const saidIn = ({ status, body }: Answer) => JSON.stringify([status, body.data, body.error?.code])

/** What comes by itself when time has passed. */
const jobs = [
  ...[followOffers, followOrders, reconcile, lookAtPayouts, followBoosts, collectDebts],
  ...[endForsaken, tellSubscribers, tickSubscriptions],
]

/** The same steps as the model's, as people take them: through HTTP, with the sandbox as their banks. */
export class Walk {
  readonly #walkers: Walker[]
  readonly #administrator: Walker
  readonly #packageId: string
  readonly #posts: { id: string; seller: number }[] = []
  readonly #offers: OfferOf[] = []
  readonly #accepted: OfferOf[] = []
  readonly #orders: { id: string; buyer: number; seller: number }[] = []
  readonly #payments: { id: string; who: number }[] = []
  readonly #hosted: string[] = []
  readonly #devices = newId()
  #isBoosting = false

  private constructor(walkers: Walker[], administrator: Walker, packageId: string) {
    this.#walkers = walkers
    this.#administrator = administrator
    this.#packageId = packageId
  }

  static async begin(): Promise<Walk> {
    const persons = await Promise.all(Array.from({ length: people }, () => newProvedMember()))
    const administrator = await walkerOf(await newStaff('administrator'))
    const { _id } = await newPackage({ price: boostPrice / 100 })
    return new Walk(await Promise.all(persons.map(walkerOf)), administrator, _id)
  }

  get ids(): string[] {
    return this.#walkers.map(({ person }) => person.id)
  }

  async #as(walker: Walker | undefined): Promise<TestPerson> {
    if (!walker) throw new Error('there is nobody')
    const now = (await world()).clock.offsetMs()
    const isLongAgo = now - walker.signedInAt > minutes(10)
    if (isLongAgo) walker.person = await signedIn(walker.person)
    if (isLongAgo) walker.signedInAt = now
    return walker.person
  }

  #who(who: number): Promise<TestPerson> {
    return this.#as(this.#walkers[who])
  }

  async #cardOf(who: number, scenario: Scenario): Promise<string> {
    const cards = this.#walkers[who]?.cards
    const known = cards?.get(scenario)
    if (known !== undefined) return known
    const { _id } = await saveTestCard(await this.#who(who), scenario)
    cards?.set(scenario, _id)
    return _id
  }

  async #bankOf(who: number, bounces: boolean): Promise<string> {
    const banks = this.#walkers[who]?.banks
    const known = banks?.get(bounces)
    if (known !== undefined) return known
    const token = `btok_sandbox_${bounces ? 'payout_fails' : 'verified_4711'}`
    const { _id } = await newBankAccount(await this.#who(who), { token })
    banks?.set(bounces, _id)
    return _id
  }

  /** Takes a step, and waits for all that follows from it. @returns how it ended */
  async do(step: Step): Promise<Outcome> {
    const { clock } = await world()
    clock.advance(stepMs)
    const outcome = await this.#take(step)
    await jobsDone()
    // As every minute; what it queues are reports.
    if (this.#isBoosting) await runNow(followBoosts, {})
    return outcome
  }

  async #take(step: Step): Promise<Outcome> {
    switch (step.does) {
      case 'fund':
        return this.#fund(step)
      case 'answer':
        return this.#command(step.at, step.outcome)
      case 'bank':
        return this.#command(step.at, step.command)
      case 'list':
        return this.#list(step)
      case 'floor':
        return this.#setFloor(step)
      case 'offer':
        return this.#offer(step)
      case 'answerOffer':
        return this.#answerOffer(step)
      case 'buy':
        return this.#buy(step)
      case 'take':
        return this.#takeOffer(step)
      case 'boost':
        return this.#boost(step)
      case 'payOut':
        return this.#payOut(step)
      case 'chooseBank':
        return this.#chooseBank(step)
      case 'payPal':
        return this.#payPal(step)
      case 'tellPayPal':
        return this.#tellPayPal(step)
      case 'signUpForTrial':
        return signUpForTrial(`${this.#devices}-${step.device}`)
      case 'wait':
        return this.#wait(step.ms)
      case 'plan':
        await changePlan(await this.#who(step.who), step.what, await this.#cardOf(step.who, step.card))
        return 'done'
      case 'planPayment':
        await movePlanPayment(await this.#who(step.who), step.command)
        return 'done'
      case 'shop':
        await hearFromShop(await this.#who(step.who), step.type, step.times)
        return 'done'
      case 'hear':
        return this.#hear(step)
      default:
        return this.#move(step)
    }
  }

  async #fund({ who, amount, card }: Extract<Step, { does: 'fund' }>): Promise<Outcome> {
    const payment_method_id = await this.#cardOf(who, card)
    const body = { amount: amount / 100, currency: 'EUR', payment_method_id }
    const answer = await addFunds(await this.#who(who), body)
    if (answer.status < 300) this.#payments.push({ id: answer.body.data._id, who })
    return outcomeOf(answer)
  }

  /** A bank does something about a payment. */
  async #command(at: number, command: string): Promise<Outcome> {
    const payment = newest(this.#payments, at)
    if (!payment) return 'done'
    return outcomeOf(await simulate(await this.#who(payment.who), payment.id, command))
  }

  async #list({ who, price, quantity }: Extract<Step, { does: 'list' }>): Promise<Outcome> {
    const { _id } = await newNegotiable(await this.#who(who), {
      ...{ price: price / 100, currency: 'EUR', quantity, delivery: 'both' },
    })
    this.#posts.push({ id: _id, seller: who })
    return 'done'
  }

  async #setFloor({ at, price }: Extract<Step, { does: 'floor' }>): Promise<Outcome> {
    const post = newest(this.#posts, at)
    if (!post) return 'done'
    const body = { post_id: post.id, price: price === null ? null : price / 100 }
    return outcomeOf(await call('PUT', '/api/v1/offer-mgt/floor', { as: await this.#who(post.seller), body }))
  }

  async #offer({ who, at, price, quantity }: Extract<Step, { does: 'offer' }>): Promise<Outcome> {
    const post = newest(this.#posts, at)
    if (!post) return 'done'
    const answer = await makeOffer(await this.#who(who), post.id, price / 100, { quantity })
    if (answer.status < 300) this.#offers.push({ id: answer.body.data._id, post, buyer: who })
    return outcomeOf(answer)
  }

  async #answerOffer({ offer: at, how, isBySeller, price }: AnswerToOffer): Promise<Outcome> {
    const offer = newest(this.#offers, at)
    if (!offer) return 'done'
    const as = await this.#who(isBySeller ? offer.post.seller : offer.buyer)
    const answer =
      how === 'counter' ? await counter(as, offer.id, price / 100) : await answerOffer(as, how, offer.id)
    if (answer.status < 300 && how === 'accept') this.#accepted.push(offer)
    if (answer.status < 300 && how === 'counter') this.#offers.push({ ...offer, id: answer.body.data._id })
    return outcomeOf(answer)
  }

  async #buy(step: Purchase): Promise<Outcome> {
    const post = newest(this.#posts, step.at)
    return post ? this.#purchase(step, step.who, post, { quantity: step.quantity }) : 'done'
  }

  async #takeOffer(step: Taking): Promise<Outcome> {
    const offer = newest(this.#accepted, step.accepted)
    return offer ? this.#purchase(step, offer.buyer, offer.post, { offer_id: offer.id }) : 'done'
  }

  async #purchase(
    { source, card: scenario, isPickup, times }: Purchase | Taking,
    buyer: number,
    post: { id: string; seller: number },
    what: object,
  ): Promise<Outcome> {
    const as = await this.#who(buyer)
    const card = source === 'wallet' ? {} : { payment_method_id: await this.#cardOf(buyer, scenario) }
    const wish = { ...what, source, delivery: isPickup ? 'pickup' : 'ship', ...card }
    const key = newId()
    const answers: Answer[] = []
    for (let time = 0; time < times; time += 1) answers.push(await purchase(as, post.id, wish, key))
    const [answer, ...repeats] = answers
    if (!answer) return 'done'
    for (const repeat of repeats)
      if (saidIn(repeat) !== saidIn(answer)) throw new Error(`a repeat is answered otherwise: ${repeat.text}`)
    await this.#keepOrder(post, buyer)
    return outcomeOf(answer)
  }

  /** Also one that a card did not pay is there. */
  async #keepOrder({ id, seller }: { id: string; seller: number }, buyer: number): Promise<void> {
    const { db } = (await world()).host.services
    const { rows } = await sql<{ id: string; payment_id: string | null; status: string }>`
      select o.id, o.payment_id, p.status from marketplace.orders o left join marketplace.payment p on p.id = o.payment_id
      where o.post_id = ${id} and not o.id = any(${this.#orders.map((order) => order.id)}::uuid[])`.execute(
      db,
    )
    for (const row of rows) {
      this.#orders.push({ id: row.id, buyer, seller })
      const isDeclined = row.status === 'failed'
      if (row.payment_id !== null && !isDeclined) this.#payments.push({ id: row.payment_id, who: buyer })
    }
  }

  async #boost({ at, source, card }: Extract<Step, { does: 'boost' }>): Promise<Outcome> {
    const post = newest(this.#posts, at)
    if (!post) return 'done'
    const paying = source === 'card' ? { payment_method_id: await this.#cardOf(post.seller, card) } : {}
    const answer = await applyFor(await this.#who(post.seller), this.#packageId, post.id, {
      source,
      ...paying,
    })
    this.#isBoosting ||= answer.status < 300
    if (answer.status < 300 && source === 'card') {
      const { rows } = await sql<{ id: string }>`
        select payment_id as id from marketplace.boost where id = ${answer.body.data._id}`.execute(
        (await world()).host.services.db,
      )
      for (const { id } of rows) this.#payments.push({ id, who: post.seller })
    }
    return outcomeOf(answer)
  }

  async #payOut(step: Extract<Step, { does: 'payOut' }>): Promise<Outcome> {
    const { who, amount, bounces, isToDefault } = step
    const to = isToDefault ? {} : { bank_account_id: await this.#bankOf(who, bounces) }
    const body = { amount: amount / 100, currency: 'EUR', ...to }
    return outcomeOf(await pay(await this.#who(who), 'payment-mgt/transfer-to-connected-account', body))
  }

  async #chooseBank({ who, bounces }: Extract<Step, { does: 'chooseBank' }>): Promise<Outcome> {
    const body = { bank_account_id: await this.#bankOf(who, bounces) }
    const path = '/api/v1/payment-mgt/select-default-bank-account'
    return outcomeOf(await call('PUT', path, { as: await this.#who(who), body }))
  }

  async #payPal({ who, amount }: Extract<Step, { does: 'payPal' }>): Promise<Outcome> {
    const { page } = await openAtPayPal(await this.#who(who), { amount: amount / 100 })
    this.#hosted.push(page)
    return 'done'
  }

  /** One notice, so often; the next time it is another one of the same payment. */
  async #tellPayPal({ at, what, times }: Extract<Step, { does: 'tellPayPal' }>): Promise<Outcome> {
    const page = newest(this.#hosted, at)
    if (page === undefined) return 'done'
    const notice = (await world()).paypal.tell(page, { payment_status: what })
    const answers = await Promise.all(Array.from({ length: times }, () => deliverInstantNotice(notice)))
    return answers.map(outcomeOf).find((outcome) => outcome !== 'done') ?? 'done'
  }

  async #hear({ at, times }: Extract<Step, { does: 'hear' }>): Promise<Outcome> {
    const payment = newest(this.#payments, at)
    if (!payment) return 'done'
    const answers = await hearAgain(payment.id, times)
    return answers.map(outcomeOf).find((outcome) => outcome !== 'done') ?? 'done'
  }

  async #wait(ms: number): Promise<Outcome> {
    const { clock } = await world()
    clock.advance(ms)
    for (const job of jobs) {
      await runNow(job, {})
      await jobsDone()
    }
    return 'done'
  }

  async #move(step: Extract<Step, { order: number }>): Promise<Outcome> {
    const order = newest(this.#orders, step.order)
    if (!order) return 'done'
    const { id: order_id } = order
    const [buyer, seller] = [this.#walkers[order.buyer], this.#walkers[order.seller]]
    const ask = async (as: Walker | undefined, path: string, more: object = {}) =>
      outcomeOf(await pay(await this.#as(as), `order-mgt/${path}`, { order_id, ...more }))
    switch (step.does) {
      case 'cancel':
        return ask(buyer, 'cancel')
      case 'ship':
        return ask(seller, 'ship')
      case 'confirm':
        return ask(buyer, 'confirm-received')
      case 'refund':
        return ask(seller, 'refund', { amount: step.amount / 100 })
      case 'dispute':
        return ask(buyer, 'dispute', {
          ...{ wanted: step.amount / 100, reason: 'damaged', text: 'The frame is bent, see the picture.' },
        })
      case 'decide':
        return ask(this.#administrator, 'decide-dispute', {
          ...{ refund: step.amount / 100, message: 'The pictures show it.' },
        })
    }
  }
}
