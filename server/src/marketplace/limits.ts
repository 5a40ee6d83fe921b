import { problem } from '../platform/operation/problem.ts'
import { amount, amountsByTrust, flag, type Switch } from '../platform/system-config/key.ts'

// What administrators may set of the marketplace while it runs. The limits that operations declare are keys as well.

export const listingsPerDay = amountsByTrust('limits.listings.per_day', {
  description: 'listings that somebody publishes in a day, by trust level',
  default: [200, 500, 1000, 5000],
  strict: [3, 10, 50, 200],
})
export const listingsOnOffer = amountsByTrust('limits.listings.on_offer', {
  description: 'listings that somebody has on offer at the same moment, by trust level',
  default: [5000, 5000, 5000, 5000],
  strict: [50, 200, 1000, 5000],
  most: 5000,
})
export const chatsPerDay = amountsByTrust('limits.chats.per_day', {
  description: 'chats that somebody begins in a day, by trust level',
  default: [500, 500, 500, 500],
  strict: [5, 20, 50, 100],
})
// More of these than the pages were measured with are not to be had.
export const favouritesKept = amount('limits.favourites', {
  description: 'listings that somebody may have saved',
  default: 5000,
  most: 5000,
  isPublic: true,
})
export const collectionsKept = amount('limits.collections', {
  description: 'collections that somebody may have',
  default: 100,
  most: 100,
  isPublic: true,
})
export const peopleFollowed = amount('limits.follows', {
  description: 'people whom somebody may follow',
  default: 5000,
  most: 5000,
  isPublic: true,
})
export const memberMegabytes = amount('limits.uploads.member_megabytes', {
  description: 'megabytes that somebody with an account may have uploaded',
  default: 2048,
  isPublic: true,
})
export const guestMegabytes = amount('limits.uploads.guest_megabytes', {
  description: 'megabytes that a guest may have uploaded',
  default: 50,
  isPublic: true,
})
export const guestsPerHour = amount('limits.guests.per_hour', {
  description: 'guests that come in an hour from one network address, which many people may share',
  default: 300,
  most: 10_000,
})
export const walletHolds = amount('money.wallet_holds', {
  description: 'major units of each currency that somebody may have in their wallet before they add more',
  default: 100_000,
  strict: 10_000,
})
export const contactsSearchedPerDay = amount('limits.find_friends.per_day', {
  description: 'how often in a day somebody may look for the people of their address book',
  default: 20,
  most: 100,
})
export const addressChangesPerHour = amount('limits.email_changes.per_hour', {
  description: 'how often in an hour somebody may ask for another e-mail address',
  default: 10,
  most: 100,
})
export const wrongPasswords = amount('limits.sign_in.marketplace_per_15_minutes', {
  description:
    'wrong passwords in a quarter of an hour for one address, of those whom its account does not know',
  default: 10,
  most: 90,
})
export const orderFee = amount('fees.order_basis_points', {
  description: 'what of a sale is the platform’s, in parts of ten thousand',
  default: 500,
  least: 0,
  most: 5000,
  isPublic: true,
})

export const bankAccountsKept = amount('limits.bank_accounts', {
  description: 'bank accounts that somebody may have',
  default: 5,
  most: 20,
  isPublic: true,
})
export const payoutLeast = amount('money.payout_least', {
  description: 'the least that is paid out at once, in whole units of its currency',
  default: 1,
  strict: 5,
  isPublic: true,
})
export const payoutMost = amount('money.paid_out_per_day', {
  description: 'the most that somebody is paid out in a day, in whole units of its currency',
  default: 50_000,
  strict: 5000,
  most: 10_000_000,
  isPublic: true,
})
export const fundsAtOnce = amount('money.funds_at_once', {
  description: 'what somebody adds to their wallet at once at most, in major units of its currency',
  default: 10_000,
  strict: 2000,
  isPublic: true,
})

// Off for a demonstration: everybody who tries things out pays with the same cards.
export const oneTrialPerCard = flag('flags.one_trial_per_card', {
  description: 'a card is taken for the end of one trial only',
  default: true,
})

const signUpFlag = flag('flags.sign_up_open', {
  description: 'accounts can be opened',
  default: true,
})
const commentsFlag = flag('flags.comments_open', {
  description: 'comments can be written; those that are there stay',
  default: true,
})

/** While it is off, the question whether an address is known has the same answer for each. */
export const addressesTold = flag('flags.addresses_told', {
  description: 'anybody can ask whether an e-mail address has an account; a sign-up says so in any case',
  default: true,
})

/** Of everything that opens an account. */
export const signUpOpen = {
  flag: signUpFlag,
  refusal: problem(403, 'SIGN_UP_CLOSED', 'No new accounts can be opened at the moment.'),
} satisfies Switch
export const commentsOpen = {
  flag: commentsFlag,
  refusal: problem(403, 'COMMENTS_CLOSED', 'No comments can be written at the moment.'),
} satisfies Switch

const interval = (noun: string, seconds: number) =>
  amount(`poll_intervals.${noun}_seconds`, {
    description: `how often an app that hears no events should ask for ${noun.replaceAll('_', ' ')}`,
    default: seconds,
    least: 5,
    most: 86_400,
    isPublic: true,
  })

export const marketplaceKeys = [
  listingsPerDay,
  listingsOnOffer,
  chatsPerDay,
  favouritesKept,
  collectionsKept,
  peopleFollowed,
  memberMegabytes,
  guestMegabytes,
  guestsPerHour,
  walletHolds,
  contactsSearchedPerDay,
  addressChangesPerHour,
  wrongPasswords,
  orderFee,
  fundsAtOnce,
  bankAccountsKept,
  payoutLeast,
  payoutMost,
  oneTrialPerCard,
  signUpFlag,
  commentsFlag,
  addressesTold,
  interval('chats', 15),
  interval('notifications', 60),
  interval('alerts', 300),
  interval('system_config', 300),
]
