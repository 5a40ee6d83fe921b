import { number, plural } from '../../ui/formats.ts'

/** What is said of boosting a listing. */
export const texts = {
  title: 'Boost this listing',
  hint: 'It gets a place of its own among others, with the word “promoted”. Days that nobody can see it are given back.',
  kinds: {
    bump: 'In the feed',
    top: 'In searches',
    featured: 'In the feed and in searches',
    urgent: 'In the feed before others, as urgent',
    bundle: 'In the feed and in searches before others, as urgent',
  },
  length: (days: number) => (days === 0 ? 'Six hours' : plural(days, { one: 'day', other: 'days' })),
  forecast: (low: number, high: number, boosts: number) =>
    `Mostly ${number(low)} to ${number(high)} views, by ${plural(boosts, { one: 'boost', other: 'boosts' })} before`,
  noForecast: 'Nobody has had this one for long enough to say what it brings.',
  refusals: {
    POST_NOT_ACTIVE: 'Only while the listing is for sale',
    PACKAGE_NOT_ELIGIBLE: 'Not for this category',
    ALREADY_QUEUED: 'Three run or wait already',
  },
  buy: (price: string) => `Buy for ${price}`,
  source: 'Pay with',
  sources: { wallet: 'Your wallet', card: 'A card' },
  bought: 'Your boost is bought.',
  awaited: 'Your bank has not answered yet. The boost starts once it has.',
  none: 'There are no boosts to be had at the moment.',
  mine: 'Boosts of this listing',
  states: {
    pending_payment: 'Waits for its payment',
    unpaid: 'Not paid',
    scheduled: 'Waits',
    active: 'Runs',
    suspended: 'Stands still',
    completed: 'Over',
    ended_early: 'Ended early',
    refunded: 'Given back',
  },
  span: (from: string, to: string) => `${from} to ${to}`,
  shown: (count: number) => `In its own place ${plural(count, { one: 'time', other: 'times' })}`,
  inLists: (count: number, before: number) =>
    `Seen in lists ${plural(count, { one: 'time', other: 'times' })} while it ran; ${number(before)} in the week before`,
  result: (views: number, before: number) =>
    `${plural(views, { one: 'view', other: 'views' })} while it ran; ${number(before)} in the week before`,
  refunded: (amount: string) => `${amount} given back`,
}
