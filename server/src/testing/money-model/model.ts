import { days, hours, seconds } from '../../platform/clock.ts'
import { addBoost, boostPrice, followListing, mostBoosts, runBoosts, standingOf } from './listings.ts'
import { answerOffer, endOffers, makeOffer } from './offers.ts'
import { buy, endOrders, move, take } from './orders.ts'
import { answer, charge, collect, disputeAtBank, fail, owedBy } from './payments.ts'
import { newest, type Outcome, State } from './state.ts'
import type { Step } from './steps.ts'

/** Every step takes so long. */
export const stepMs = seconds(1)

const answeredWithin = hours(1)
const arrivesAfter = days(2)

/** What money does, in as few words as possible. */
export class Model extends State {
  /** Does a step. @returns how it ends */
  do(step: Step): Outcome {
    this.#pass(stepMs)
    const outcome = this.#take(step)
    for (const post of this.posts) followListing(this, post)
    return outcome
  }

  #take(step: Step): Outcome {
    switch (step.does) {
      case 'fund':
        return charge(this, step.who, step.amount, { card: step.card, purpose: { kind: 'funds' } })
      case 'answer':
        return answer(this, step)
      case 'bank':
        return disputeAtBank(this, step.at, step.command)
      case 'list':
        return this.#list(step)
      case 'floor':
        return this.#setFloor(step)
      case 'offer':
        return makeOffer(this, step)
      case 'answerOffer':
        return answerOffer(this, step)
      case 'buy':
        return buy(this, step)
      case 'take':
        return take(this, step)
      case 'boost':
        return this.#boost(step)
      case 'payOut':
        return this.#payOut(step)
      case 'chooseBank':
        this.defaultBanks.set(step.who, step.bounces)
        return 'done'
      case 'payPal':
        this.hosted.push({ who: step.who, amount: step.amount, isPaid: false })
        return 'done'
      case 'tellPayPal':
        return this.#hearOfHosted(step)
      case 'signUpForTrial':
        return this.#signUpForTrial(step.device)
      case 'wait':
        return this.#wait(step.ms)
      // What plans cost goes from cards to the house; whose time is what, is told by a law.
      case 'plan':
      case 'planPayment':
      case 'shop':
      case 'hear':
        return 'done'
      default:
        return move(this, step)
    }
  }

  #pass(ms: number): void {
    for (const post of this.posts) runBoosts(this, post, ms)
    this.now += ms
  }

  #list({ who: seller, price, quantity }: Extract<Step, { does: 'list' }>): Outcome {
    this.posts.push({ seller, price, quantity, sold: 0, since: this.now, floor: null, boosts: [] })
    return 'done'
  }

  #setFloor({ at, price }: Extract<Step, { does: 'floor' }>): Outcome {
    const post = newest(this.posts, at)
    if (post) post.floor = price
    return 'done'
  }

  #boost({ at, source, card }: Extract<Step, { does: 'boost' }>): Outcome {
    const post = newest(this.posts, at)
    if (!post) return 'done'
    if (standingOf(this, post) !== 'shown') return 'POST_NOT_ACTIVE'
    const awaited = this.payments.filter(
      ({ purpose, status }) =>
        purpose.kind === 'boost' &&
        purpose.post === post &&
        (status === 'requires_action' || status === 'processing'),
    )
    if (post.boosts.length + awaited.length >= mostBoosts) return 'ALREADY_QUEUED'
    if (source === 'card') {
      const purpose = { kind: 'boost', post, boost: null, withheld: 0 } as const
      return charge(this, post.seller, boostPrice, { card, purpose: { ...purpose } })
    }
    if (this.balance(post.seller, 'available') < boostPrice) return 'INSUFFICIENT_FUNDS'
    this.add(post.seller, 'available', -boostPrice)
    addBoost(this, post)
    return 'done'
  }

  /** It is given once, however late and whatever was said before. */
  #hearOfHosted({ at, what }: Extract<Step, { does: 'tellPayPal' }>): Outcome {
    const hosted = newest(this.hosted, at)
    if (!hosted || what !== 'Completed' || hosted.isPaid) return 'done'
    hosted.isPaid = true
    this.add(hosted.who, 'available', hosted.amount)
    return 'done'
  }

  #signUpForTrial(device: number): Outcome {
    if (this.triedOn.has(device)) return 'refused'
    this.triedOn.add(device)
    return 'trial_ready'
  }

  #payOut({ who, amount, ...to }: Extract<Step, { does: 'payOut' }>): Outcome {
    const known = this.defaultBanks.get(who)
    if (to.isToDefault && known === undefined) return 'NO_BANK_ACCOUNT'
    // The first one that somebody adds is the default.
    if (known === undefined) this.defaultBanks.set(who, to.bounces)
    const bounces = to.isToDefault ? known === true : to.bounces
    const [has, owed] = [this.balance(who, 'available'), owedBy(this, who)]
    if (owed > has) return 'PAYOUTS_HELD'
    if (has - owed < amount) return 'INSUFFICIENT_FUNDS'
    collect(this, who)
    this.add(who, 'available', -amount)
    this.add(who, 'in_payout', amount)
    this.payouts.push({ who, amount, bounces, since: this.now, isOver: false })
    return 'done'
  }

  #wait(ms: number): Outcome {
    this.#pass(ms)
    endOffers(this)
    for (const post of this.posts) followListing(this, post)
    endOrders(this)
    for (const payment of this.payments)
      if (payment.status === 'requires_action' && payment.since + answeredWithin < this.now)
        fail(this, payment)
    for (const payout of this.payouts)
      if (!payout.isOver && payout.since + arrivesAfter <= this.now) {
        payout.isOver = true
        this.add(payout.who, 'in_payout', -payout.amount)
        if (payout.bounces) this.add(payout.who, 'available', payout.amount)
      }
    for (const post of this.posts) followListing(this, post)
    collect(this)
    return 'done'
  }
}
