import {
  invalidRequest,
  metadataIn,
  newId,
  noSuch,
  pageOf,
  paging,
  type Rule,
  seconds,
} from './stripe-shapes.ts'
import type { Account, Endpoint, Payout, Reversal, StripeConnectState, StripeState } from './stripe-state.ts'

// Connected accounts, as far as Plaza asks for them: they are given money by a transfer, and send it to their bank.

export const emptyConnect = (): StripeConnectState => ({
  accounts: new Map(),
  banks: new Map(),
  transfers: new Map(),
  payouts: new Map(),
})

const accountOf = ({ accounts }: StripeState, id: string): Account => {
  const account = accounts.get(id)
  if (!account) throw noSuch('account', id, 'account', 403)
  return account
}
const shown = ({ balance: _, ...account }: Account) => account

const change = ({ balance }: Account, currency: string, amount: number) =>
  balance.set(currency, (balance.get(currency) ?? 0) + amount)

const kept = <T extends { id: string }>(all: Map<string, T>, one: T): T => {
  all.set(one.id, one)
  return one
}

function makeAccount(state: StripeState, given: Map<string, string>): object {
  return shown(
    kept(state.accounts, {
      ...{ id: newId('acct'), object: 'account', country: given.get('country') ?? '' },
      ...{ created: seconds(state.now()), email: given.get('email') ?? null },
      ...{ metadata: metadataIn(given), payouts_enabled: false, balance: new Map() },
    }),
  )
}

/** A token is `btok_<last four digits>_<currency>`, with `_errored` behind it for one that is not to be reached. */
function addBank(state: StripeState, given: Map<string, string>, account: string): object {
  const { country } = accountOf(state, account)
  const token = given.get('external_account') ?? ''
  const [, last4, currency, isErrored] = /^btok_(\d{4})_([a-z]{3})(_errored)?$/.exec(token) ?? []
  if (!last4 || !currency) throw noSuch('token', token, 'external_account', 400)
  return kept(state.banks, {
    ...{ id: newId('ba'), object: 'bank_account', account, bank_name: 'STRIPE TEST BANK', country, currency },
    ...{ fingerprint: `finger${last4}`, last4, metadata: metadataIn(given), account_holder_name: null },
    status: isErrored ? 'errored' : 'new',
  })
}

/** What somebody says of themselves on the hosted page: it gives their account a bank, and lets it be paid out. */
export function onboard(state: StripeState, id: string, said: URLSearchParams): void {
  const account = accountOf(state, id)
  const number = (said.get('iban') ?? '').replace(/\s/g, '')
  account.payouts_enabled = true
  kept(state.banks, {
    ...{ id: newId('ba'), object: 'bank_account', account: id, bank_name: 'STRIPE TEST BANK' },
    ...{ country: account.country, currency: 'eur', metadata: {}, status: 'new' },
    ...{ account_holder_name: said.get('name'), fingerprint: `finger${number}`, last4: number.slice(-4) },
  })
}

function transfer(state: StripeState, given: Map<string, string>): object {
  const [destination, currency] = [given.get('destination') ?? '', given.get('currency') ?? '']
  const amount = Number(given.get('amount'))
  change(accountOf(state, destination), currency, amount)
  return kept(state.transfers, {
    ...{ id: newId('tr'), object: 'transfer', amount, currency, destination, metadata: metadataIn(given) },
    ...{ created: seconds(state.now()), reversed: false, reversals: { object: 'list', data: [] } },
    transfer_group: given.get('transfer_group') ?? null,
  })
}

function reverse(state: StripeState, given: Map<string, string>, id: string): object {
  const sent = state.transfers.get(id)
  if (!sent) throw noSuch('transfer', id, 'id', 404)
  if (sent.reversed) throw invalidRequest('This transfer is already reversed.', {})
  const account = accountOf(state, sent.destination)
  if ((account.balance.get(sent.currency) ?? 0) < sent.amount)
    throw invalidRequest('Insufficient funds in the account.', { code: 'balance_insufficient' })
  change(account, sent.currency, -sent.amount)
  const reversal: Reversal = {
    ...{ id: newId('trr'), object: 'transfer_reversal', amount: sent.amount, currency: sent.currency },
    ...{ created: seconds(state.now()), metadata: metadataIn(given), transfer: id },
  }
  sent.reversed = true
  sent.reversals.data.push(reversal)
  return reversal
}

function payOut(state: StripeState, given: Map<string, string>, account: string): object {
  const from = accountOf(state, account)
  const [destination, currency] = [given.get('destination') ?? '', given.get('currency') ?? '']
  const bank = state.banks.get(destination)
  if (bank?.account !== account) throw noSuch('external account', destination, 'destination', 400)
  const amount = Number(given.get('amount'))
  if ((from.balance.get(currency) ?? 0) < amount)
    throw invalidRequest('You have insufficient funds in your Stripe account.', {
      code: 'balance_insufficient',
    })
  if (bank.status === 'errored' || bank.currency !== currency)
    throw invalidRequest('This bank account takes no such payout.', { code: 'bank_account_unusable' })
  change(from, currency, -amount)
  return kept(state.payouts, {
    ...{ id: newId('po'), object: 'payout', account, amount, currency, destination },
    ...{ arrival_date: seconds(state.now()) + 172_800, failure_code: null, metadata: metadataIn(given) },
    status: 'pending',
  })
}

/** The bank sends a payout back to the account there, at once or after it had called it paid. */
export function bounce(state: StripeState, payout: Payout): void {
  payout.status = 'failed'
  payout.failure_code = 'account_closed'
  change(accountOf(state, payout.account), payout.currency, payout.amount)
}

const amounts = { from: 1, to: 99_999_999 }
const metadata: Record<string, Rule> = { 'metadata[*]': 'text' }
const instants = { from: 0, to: 9_999_999_999 }

export const connectEndpoints: readonly Endpoint[] = [
  {
    method: 'POST',
    path: /^\/v1\/accounts$/,
    takes: {
      ...{ 'country!': 'text', email: 'email' },
      'controller[fees][payer]': ['account', 'application'],
      'controller[losses][payments]': ['application', 'stripe'],
      'controller[requirement_collection]': ['application', 'stripe'],
      'controller[stripe_dashboard][type]': ['express', 'full', 'none'],
      'capabilities[transfers][requested]': ['true'],
      'settings[payouts][schedule][interval]': ['manual'],
      ...metadata,
    },
    run: makeAccount,
  },
  {
    method: 'GET',
    path: /^\/v1\/accounts$/,
    takes: { ...paging, 'created[gte]': instants },
    run({ accounts }, given) {
      const since = Number(given.get('created[gte]') ?? 0)
      const found = [...accounts.values()].filter(({ created }) => created >= since)
      return pageOf(found.map(shown), given, '/v1/accounts')
    },
  },
  {
    method: 'GET',
    path: /^\/v1\/accounts\/(\w+)$/,
    takes: {},
    run: (state, _given, id) => shown(accountOf(state, id)),
  },
  {
    method: 'DELETE',
    path: /^\/v1\/accounts\/(\w+)$/,
    takes: {},
    run({ accounts }, _given, id) {
      if (!accounts.delete(id)) throw noSuch('account', id, 'account', 404)
      return { id, object: 'account', deleted: true }
    },
  },
  {
    method: 'POST',
    path: /^\/v1\/account_links$/,
    takes: {
      ...{ 'account!': 'text', 'type!': ['account_onboarding'] },
      ...{ 'return_url!': 'text', 'refresh_url!': 'text' },
    },
    run(state, given) {
      const { id } = accountOf(state, given.get('account') ?? '')
      const back = new URLSearchParams({ return_url: given.get('return_url') ?? '' })
      return { object: 'account_link', url: `${state.address}/setup/${id}?${back}` }
    },
  },
  {
    method: 'POST',
    path: /^\/v1\/accounts\/(\w+)\/external_accounts$/,
    takes: { 'external_account!': 'text', ...metadata },
    run: addBank,
  },
  {
    method: 'GET',
    path: /^\/v1\/accounts\/(\w+)\/external_accounts$/,
    takes: { ...paging, object: ['bank_account'] },
    run({ banks }, given, id) {
      const found = [...banks.values()].filter(({ account }) => account === id)
      return pageOf(found, given, `/v1/accounts/${id}/external_accounts`)
    },
  },
  {
    method: 'GET',
    path: /^\/v1\/accounts\/(\w+)\/external_accounts\/(\w+)$/,
    takes: {},
    run({ banks }, _given, _id, { part }) {
      const bank = banks.get(part)
      if (!bank) throw noSuch('external account', part, 'id', 404)
      return bank
    },
  },
  {
    method: 'DELETE',
    path: /^\/v1\/accounts\/(\w+)\/external_accounts\/(\w+)$/,
    takes: {},
    run({ banks }, _given, _id, { part }) {
      if (!banks.delete(part)) throw noSuch('external account', part, 'id', 404)
      return { id: part, object: 'bank_account', deleted: true }
    },
  },
  {
    method: 'POST',
    path: /^\/v1\/transfers$/,
    takes: {
      ...{ 'amount!': amounts, 'currency!': 'text', 'destination!': 'text', transfer_group: 'text' },
      ...metadata,
    },
    run: transfer,
  },
  {
    method: 'GET',
    path: /^\/v1\/transfers$/,
    takes: { ...paging, destination: 'text', transfer_group: 'text' },
    run({ transfers }, given) {
      const found = [...transfers.values()].filter(
        (one) =>
          one.destination === given.get('destination') && one.transfer_group === given.get('transfer_group'),
      )
      return pageOf(found, given, '/v1/transfers')
    },
  },
  {
    method: 'POST',
    path: /^\/v1\/transfers\/(\w+)\/reversals$/,
    takes: metadata,
    run: reverse,
  },
  {
    method: 'POST',
    path: /^\/v1\/payouts$/,
    takes: { 'amount!': amounts, 'currency!': 'text', 'destination!': 'text', ...metadata },
    run: (state, given, _id, { account }) => payOut(state, given, account),
  },
  {
    method: 'GET',
    path: /^\/v1\/payouts$/,
    takes: paging,
    run({ payouts }, given, _id, { account }) {
      const found = [...payouts.values()].filter((one) => one.account === account)
      return pageOf(found, given, '/v1/payouts')
    },
  },
  {
    method: 'GET',
    path: /^\/v1\/payouts\/(\w+)$/,
    takes: {},
    run({ payouts }, _given, id, { account }) {
      const payout = payouts.get(id)
      if (payout?.account !== account) throw noSuch('payout', id, 'id', 404)
      return payout
    },
  },
]
