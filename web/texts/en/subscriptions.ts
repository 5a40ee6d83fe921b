import { number, plural } from '../../ui/formats.ts'

const days = (count: number) => plural(count, { one: 'day', other: 'days' })

/** What is said of plans, trials and subscriptions. */
export const texts = {
  title: 'Plans',
  hint: 'Buying, selling and chatting cost nothing. A plan opens more of some things.',
  entry: 'What you have, what more there is, and what it costs',
  back: 'Back to you',
  yours: 'Your plan',
  all: 'All plans',
  onTrial: (plan: string) => `${plan}, on trial`,
  states: {
    none: 'You have what everybody has, and pay nothing.',
    trial_ready: 'A trial is set aside for you. It begins when you first use more than the free plan opens.',
    trialing: (end: string) =>
      `Your trial lasts until ${end} and costs nothing. After it you have the free plan.`,
    converts: (end: string, price: string) => `Your trial lasts until ${end}. After it you pay ${price}.`,
    trialCancelled: (end: string) => `Your trial lasts until ${end}. Nothing is charged after it.`,
    active: (at: string, price: string) => `It renews itself on ${at}: ${price}.`,
    past_due: 'The last payment did not succeed. We try again; you can also pay with another card.',
    shut: 'Until it is paid, you have what everybody has.',
    cancel_scheduled: (at: string) => `Cancelled: it stays open until ${at} and is not renewed.`,
    paused: (until: string) => `Paused until ${until}. The time that you paid for waits for you.`,
    canceled: (at: string) => `Your subscription ended on ${at}. You have what everybody has.`,
    expired: (at: string) => `Your trial ended on ${at}. You have what everybody has.`,
  },
  shops: {
    apple: 'You bought it in the App Store. Change or cancel it there.',
    google: 'You bought it at Google Play. Change or cancel it there.',
  },
  endsAtOnce: 'If you cancel now, it ends at once, and what you paid for and did not use is paid back.',
  used: 'What you have used',
  features: {
    saved_searches: 'Saved searches',
    transaction_exports: 'Exports of your transactions in a month',
  },
  usedOf: (used: number, limit: number) => `${number(used)} of ${number(limit)}`,
  comesBack: (at: string) => `the next one comes back on ${at}`,
  notOpen: 'Not with this plan',
  opens: {
    saved_searches: (limit: number) => plural(limit, { one: 'saved search', other: 'saved searches' }),
    transaction_exports: (limit: number) =>
      limit === 0
        ? 'No export of your transactions'
        : `${plural(limit, { one: 'export', other: 'exports' })} of your transactions in a month`,
  },
  free: 'Free',
  price: (amount: string, months: number) =>
    months === 1 ? `${amount} a month` : `${amount} for ${number(months)} months`,
  trial: (count: number) => `The first ${days(count)} are free, once.`,
  current: 'You have this one',
  signIn: 'Sign in to choose it',
  try: (count: number) => `Try it for ${days(count)}`,
  tried: 'Your trial has begun.',
  subscribe: 'Subscribe',
  subscribeTo: (plan: string) => `Subscribe to ${plan}`,
  payAgain: 'Pay with a card',
  pays: (price: string) => `You pay ${price} now. It renews itself until you cancel, which takes one click.`,
  paysLater: (price: string, end: string) =>
    `You pay nothing before ${end}, and ${price} from then on, until you cancel, which takes one click.`,
  told: 'Three days before each renewal you have a mail.',
  now: 'Pay now, though the trial still lasts',
  card: 'Card',
  cardOf: (brand: string, last4: string) => `${brand} •••• ${last4}`,
  noCard: 'You have saved no card yet.',
  testCard: 'Save a test card',
  test: 'This is a test: no money moves.',
  confirm: 'Subscribe',
  follows: 'Your plan goes on when the trial is over.',
  paid: { succeeded: 'Your plan is paid for.', processing: 'Your payment is under way.' },
  refused: 'Your bank did not let this payment through.',
  extend: 'Make the trial a week longer',
  extendHint: 'You can do this once. Say in a few words why.',
  reason: 'Why',
  extended: 'Your trial is a week longer.',
  pause: 'Pause',
  pauseTitle: 'Pause your plan?',
  pauseHint:
    'Nothing is charged or open meanwhile, and the time that you paid for is kept. Once in twelve months.',
  until: 'Until',
  paused: 'Your plan stands still.',
  unpause: 'Go on now',
  unpaused: 'Your plan goes on.',
  cancel: 'Cancel the plan',
  cancelTrial: 'Cancel the trial',
  cancelled: (at: string) => `Cancelled. It stays open until ${at}.`,
  ended: 'Cancelled. What you did not use is paid back.',
  undo: 'Undo',
  reinstate: 'Keep it after all',
  reinstated: 'It goes on as before.',
}
