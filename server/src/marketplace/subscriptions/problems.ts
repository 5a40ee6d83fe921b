import { problem } from '../../platform/operation/problem.ts'

export const noSuchPlan = problem(404, 'NO_SUCH_PLAN', 'There is no such plan to choose.')
export const trialAlreadyUsed = problem(
  409,
  'TRIAL_ALREADY_USED',
  'A trial was had already, with this account, address, device or card.',
)
export const extensionUsed = problem(409, 'EXTENSION_USED', 'You have made your trial longer before.')
export const notInTrial = problem(
  409,
  'NOT_IN_TRIAL',
  'There is no trial that could be made longer: none runs, and none has ended within a week.',
)
export const trialTooLong = problem(409, 'TRIAL_TOO_LONG', 'A trial lasts no longer than 45 days in all.')
export const noSubscription = problem(409, 'NO_SUBSCRIPTION', 'You have no subscription to cancel.')
export const subscriptionEnded = problem(
  409,
  'SUBSCRIPTION_ENDED',
  'The subscription is over. Subscribe anew.',
)
export const pauseLimit = problem(
  409,
  'PAUSE_LIMIT',
  'A subscription can be paused once within twelve months.',
)
export const notRunning = problem(
  409,
  'INVALID_STATE',
  'Only a paid subscription that runs and is not cancelled can be paused.',
)
export const notPaused = problem(409, 'NOT_PAUSED', 'The subscription is not paused.')
export const boughtElsewhere = problem(
  409,
  'BOUGHT_ELSEWHERE',
  'This subscription was bought in the shop of a phone. Change it there.',
)
export const alreadySubscribed = problem(409, 'ALREADY_SUBSCRIBED', 'You have a subscription already.')
export const paymentUnderWay = problem(
  409,
  'PAYMENT_UNDER_WAY',
  'A payment of yours for a plan is under way. Wait for what becomes of it.',
)
export const quotaExceeded = problem(
  402,
  'QUOTA_EXCEEDED',
  'Your plan opens no more of this. A larger plan does.',
)
