import { sql } from 'kysely'
import { followBoosts } from '../../marketplace/boosts/sweep-jobs.ts'
import { followOrders } from '../../marketplace/orders/jobs.ts'
import { reconcile } from '../../marketplace/payments/jobs.ts'
import { lookAtPayouts } from '../../marketplace/payouts/jobs.ts'
import { tellSubscribers, tickSubscriptions } from '../../marketplace/subscriptions/jobs.ts'
import { newId } from '../../platform/ids.ts'
import type { Scenario } from '../../platform/payments/pretending.ts'
import { applyFor, newPackage } from '../boosts.ts'
import { runNow } from '../jobs.ts'
import { type Answer, call, newMember, newStaff, signedIn, type TestPerson, world } from '../kit.ts'
import { pay, purchase } from '../orders.ts'
import { addFunds, deliverNotice, noticeOf, providerIdOf, saveTestCard } from '../payments.ts'
import { newBankAccount } from '../payouts.ts'
import { newPost } from '../posts.ts'
import { jobsDone } from '../rows.ts'
import { plusId, subscribe, tools } from '../subscriptions.ts'
import { boostPrice, newest, type Outcome } from './model.ts'
import { type PlanStep, people, type Step } from './steps.ts'

interface Walker {
  person: TestPerson
  /** How far the clock was moved when they signed in. */
  signedInAt: number
  readonly cards: Map<Scenario, string>
  readonly banks: Map<boolean, string>
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
const jobs = [followOrders, reconcile, lookAtPayouts, followBoosts, tellSubscribers, tickSubscriptions]

/** The same steps as the model's, as people take them: through HTTP, with the sandbox as their banks. */
export class Walk {
  readonly #walkers: Walker[]
  readonly #administrator: Walker
  readonly #packageId: string
  readonly #posts: { id: string; seller: number }[] = []
  readonly #orders: { id: string; buyer: number; seller: number }[] = []
  readonly #payments: { id: string; who: number }[] = []

  private constructor(walkers: Walker[], administrator: Walker, packageId: string) {
    this.#walkers = walkers
    this.#administrator = administrator
    this.#packageId = packageId
  }

  static async begin(): Promise<Walk> {
    const persons = await Promise.all(Array.from({ length: people }, () => newMember()))
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
    if (walker.signedInAt !== now) walker.person = await signedIn(walker.person)
    walker.signedInAt = now
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
    const outcome = await this.#take(step)
    await jobsDone()
    return outcome
  }

  async #take(step: Step): Promise<Outcome> {
    switch (step.does) {
      case 'fund':
        return this.#fund(step)
      case 'answer':
        return this.#answer(step)
      case 'list': {
        const { _id } = await newPost(await this.#who(step.who), {
          ...{ price: step.price / 100, currency: 'EUR', quantity: step.quantity, delivery: 'both' },
        })
        this.#posts.push({ id: _id, seller: step.who })
        return 'done'
      }
      case 'buy':
        return this.#buy(step)
      case 'boost': {
        const post = newest(this.#posts, step.at)
        if (!post) return 'done'
        return outcomeOf(await applyFor(await this.#who(post.seller), this.#packageId, post.id))
      }
      case 'payOut':
        return this.#payOut(step)
      case 'plan':
        return this.#plan(step.who, step.what)
      case 'hear':
        return this.#hear(step)
      case 'wait':
        return this.#wait(step.ms)
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

  async #answer({ at, outcome: command }: Extract<Step, { does: 'answer' }>): Promise<Outcome> {
    const payment = newest(this.#payments, at)
    if (!payment) return 'done'
    const [as, body] = [await this.#who(payment.who), { payment_id: payment.id, command }]
    return outcomeOf(await call('POST', '/api/v1/payment-mgt/simulate-payment', { as, body }))
  }

  async #buy(step: Extract<Step, { does: 'buy' }>): Promise<Outcome> {
    const post = newest(this.#posts, step.at)
    if (!post) return 'done'
    const as = await this.#who(step.who)
    const card =
      step.source === 'wallet' ? {} : { payment_method_id: await this.#cardOf(step.who, step.card) }
    const { quantity, source, isPickup, times } = step
    const wish = { quantity, source, delivery: isPickup ? 'pickup' : 'ship', ...card }
    const key = newId()
    const answers: Answer[] = []
    for (let time = 0; time < times; time += 1) answers.push(await purchase(as, post.id, wish, key))
    const [answer, ...repeats] = answers
    if (!answer) return 'done'
    for (const repeat of repeats)
      if (saidIn(repeat) !== saidIn(answer)) throw new Error(`a repeat is answered otherwise: ${repeat.text}`)
    await this.#keepOrder(post, step.who)
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

  async #payOut({ who, amount, bounces }: Extract<Step, { does: 'payOut' }>): Promise<Outcome> {
    const bank_account_id = await this.#bankOf(who, bounces)
    const body = { amount: amount / 100, currency: 'EUR', bank_account_id }
    return outcomeOf(await pay(await this.#who(who), 'payment-mgt/transfer-to-connected-account', body))
  }

  async #plan(who: number, what: PlanStep): Promise<Outcome> {
    await this.#cardOf(who, 'success')
    const as = await this.#who(who)
    const isBare = what === 'reinstate' || what === 'unpause'
    const { status, text } =
      what === 'subscribe'
        ? await subscribe(as, { plan_id: plusId, now: true })
        : await tools(as, `${what}-subscription`, isBare ? undefined : {})
    if (![200, 402, 409].includes(status)) throw new Error(`${what} is refused with ${text}`)
    return 'done'
  }

  async #hear({ at, times }: Extract<Step, { does: 'hear' }>): Promise<Outcome> {
    const payment = newest(this.#payments, at)
    if (!payment) return 'done'
    const object = { id: await providerIdOf(payment.id), object: 'payment_intent' }
    const notice = noticeOf(object, 'payment_intent.succeeded')
    const answers = await Promise.all(Array.from({ length: times }, () => deliverNotice(notice)))
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
