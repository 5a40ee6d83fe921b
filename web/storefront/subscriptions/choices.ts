import type { PlanRecord, SubscriptionRecord } from '@plaza/client/marketplace'

type State = SubscriptionRecord['state']

const over: readonly State[] = ['none', 'trial_ready', 'canceled', 'expired']
const extendableMs = 7 * 86_400_000

/** Whether it was bought in the shop of a phone, where alone it can be changed. */
export const isOfShop = (
  subscription: SubscriptionRecord,
): subscription is SubscriptionRecord & { provider: 'apple' | 'google' } =>
  subscription.has_access && (subscription.provider === 'apple' || subscription.provider === 'google')

const isOwn = (subscription: SubscriptionRecord): boolean => !isOfShop(subscription)

export const canTry = (subscription: SubscriptionRecord, plan: PlanRecord): boolean =>
  isOwn(subscription) && subscription.can_try && plan.trial_days > 0 && over.includes(subscription.state)

/** What follows a trial already is not bought once more. */
export const canSubscribe = (subscription: SubscriptionRecord): boolean => {
  const { state, converts, cancel_at: cancelAt } = subscription
  if (state === 'trialing') return isOwn(subscription) && (!converts || cancelAt !== null)
  return isOwn(subscription) && (over.includes(state) || state === 'past_due')
}

/** A trial can be made longer until a week after its end. */
export const canExtend = (subscription: SubscriptionRecord, now = Date.now()): boolean => {
  const { state, trial_ends_at: endsAt } = subscription
  const isJustOver = state === 'expired' && endsAt !== null && Date.parse(endsAt) > now - extendableMs
  return isOwn(subscription) && (state === 'trialing' || isJustOver)
}

export const canPause = (subscription: SubscriptionRecord): boolean =>
  isOwn(subscription) && subscription.state === 'active'

export const canUnpause = (subscription: SubscriptionRecord): boolean =>
  isOwn(subscription) && subscription.state === 'paused'

export const canCancel = (subscription: SubscriptionRecord): boolean =>
  isOwn(subscription) &&
  subscription.cancel_at === null &&
  ['trialing', 'active', 'past_due', 'paused'].includes(subscription.state)

/** Where nothing is open, nothing is left to stay open until its end. */
export const endsAtOnce = ({ state, has_access: isOpen }: SubscriptionRecord): boolean =>
  state === 'paused' || (state === 'past_due' && !isOpen)

export const canReinstate = (subscription: SubscriptionRecord): boolean =>
  isOwn(subscription) && subscription.cancel_at !== null && subscription.ended_at === null
