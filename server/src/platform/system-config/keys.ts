import { amount, flag, requests, sentence } from './key.ts'

// What both products go by. Their own keys stand in `limits.ts` of each; an operation's own limit is a key as well.

export const readsPerMinute = requests('limits.requests.reads_per_minute', {
  description: 'reads of a signed-in person in a minute',
  default: 1200,
  strict: 600,
})
export const writesPerMinute = requests('limits.requests.writes_per_minute', {
  description: 'writes of a signed-in person in a minute',
  default: 600,
  strict: 120,
})
export const anonymousPerMinute = requests('limits.requests.anonymous_per_minute', {
  description: 'requests of a network address without a sign-in in a minute',
  default: 600,
  strict: 120,
})

export const accountsFromNetwork = amount('limits.accounts.per_network_per_5_minutes', {
  description: 'sign-ins, sign-ups and codes of strangers at one network address in five minutes',
  default: 600,
})
export const codesPerHour = amount('limits.codes.per_hour', {
  description: 'mails with a code to one address in an hour, for each purpose',
  default: 5,
  most: 100,
})
export const codesPerDay = amount('limits.codes.per_day', {
  description: 'mails with a code to one address in a day, for each purpose',
  default: 10,
  most: 1000,
})
export const strangersCodes = amount('limits.codes.tries_of_strangers_per_day', {
  description: 'wrong codes in a day for one address, of those whom its account does not know',
  default: 50,
  most: 80,
})

export const readOnly = flag('flags.read_only', {
  description: 'nobody but administrators changes anything; reading, signing in and out go on',
  default: false,
})
export const readOnlySentence = sentence('maintenance.sentence', {
  description:
    'what is said to whoever wants to change something while the server is read-only; empty for our own words',
  default: '',
  most: 300,
})
export const readOnlyRetry = amount('maintenance.retry_after_seconds', {
  description: 'when to come back, as a refusal says while the server is read-only',
  default: 300,
  least: 1,
  most: 86_400,
  isPublic: true,
})

export const platformKeys = [
  readsPerMinute,
  writesPerMinute,
  anonymousPerMinute,
  accountsFromNetwork,
  codesPerHour,
  codesPerDay,
  strangersCodes,
  readOnly,
  readOnlySentence,
  readOnlyRetry,
]
