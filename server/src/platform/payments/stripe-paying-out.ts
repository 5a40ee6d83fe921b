import type { Stripe } from 'stripe'
import { minutes } from '../clock.ts'
import { ProviderRefused, ProviderUnsure } from '../provider-errors.ts'
import type { Asking } from './asking.ts'
import type {
  Bank,
  BankState,
  FoundBank,
  NewBank,
  NewPayee,
  NewPayout,
  Payee,
  PayingOut,
  Payout,
  PayoutState,
} from './paying-out.ts'
import { stripeAmountOf } from './stripe-amounts.ts'
import { isStripeError, keyName, madeUnder, type StripeCalls } from './stripe-calls.ts'

type Waiting = Pick<Asking, 'signal'>
type OfPayee = Pick<NewBank, 'payeeId'>

const bankStates: Readonly<Record<string, BankState | undefined>> = {
  new: 'verified',
  validated: 'verified',
  verified: 'verified',
  verification_failed: 'closed',
  errored: 'closed',
  tokenized_account_number_deactivated: 'closed',
}

const payoutStates: Readonly<Record<string, PayoutState | undefined>> = {
  pending: 'in_transit',
  in_transit: 'in_transit',
  paid: 'paid',
  failed: 'failed',
  canceled: 'failed',
}

/** Clocks differ, ours and theirs. */
const slackMs = minutes(10)

function payeeOf({ object, id, payouts_enabled: isPayable }: Stripe.Account): Payee {
  if (object !== 'account') throw new ProviderUnsure('Stripe answered with no account')
  return { id, isPayable }
}

function bankOf(said: Stripe.ExternalAccount): Bank {
  const status = said.object === 'bank_account' ? bankStates[said.status] : undefined
  if (said.object !== 'bank_account' || !status)
    throw new ProviderUnsure('Stripe answered with no bank account that can be read')
  const { id, bank_name: bankName, last4, fingerprint, country, currency } = said
  return {
    ...{ id, last4, country, status },
    bankName: bankName ?? '',
    fingerprint: fingerprint ?? id,
    currency: currency.toUpperCase(),
  }
}

const holderOf = (said: Stripe.ExternalAccount): string | null =>
  said.object === 'bank_account' ? (said.account_holder_name?.trim().slice(0, 100) ?? null) || null : null

function payoutOf({
  object,
  id,
  status,
  failure_code: failure,
  arrival_date: arrives,
}: Stripe.Payout): Payout {
  const known = payoutStates[status]
  if (object !== 'payout' || !known)
    throw new ProviderUnsure('Stripe answered with no payout that can be read')
  return {
    ...{ id, status: known },
    failureCode: known === 'failed' ? (failure ?? status) : null,
    arrivesAt: known === 'failed' ? null : new Date(arrives * 1000),
  }
}

/** Nothing there is what it should be: it is gone. */
const isGone = (error: unknown): boolean =>
  isStripeError(error) && (error.code === 'resource_missing' || error.code === 'account_invalid')

/**
 * Paying out through Stripe: a payee is a connected account whose owner says on Stripe's own pages who they are.
 * What they are paid goes to their account first, by a transfer, and from there to their bank.
 */
export class StripePayingOut implements PayingOut {
  readonly #calls: StripeCalls

  constructor(calls: StripeCalls) {
    this.#calls = calls
  }

  async createPayee(payee: NewPayee, asking: Asking): Promise<Payee> {
    const { email, country, personId } = payee
    const wanted: Stripe.AccountCreateParams = {
      ...(email === null ? {} : { email }),
      country,
      // Stripe asks them who they are, and bears what they lose; we pay its fees.
      controller: {
        fees: { payer: 'application' },
        losses: { payments: 'application' },
        requirement_collection: 'stripe',
        stripe_dashboard: { type: 'express' },
      },
      capabilities: { transfers: { requested: true } },
      // Payouts are ours to begin.
      settings: { payouts: { schedule: { interval: 'manual' } } },
      metadata: { [keyName]: asking.key, plaza_person: personId },
    }
    return this.#calls.make(
      asking,
      async (options) => payeeOf(await this.#calls.api.accounts.create(wanted, options)),
      () => this.findPayee(payee, asking),
    )
  }

  async findPayee(
    { askedAt }: Pick<NewPayee, 'askedAt'>,
    { key, signal }: Asking,
  ): Promise<Payee | undefined> {
    const since = Math.floor((askedAt.getTime() - slackMs) / 1000)
    const found = await this.#calls.ask(signal, () =>
      madeUnder(key, this.#calls.api.accounts.list({ created: { gte: since }, limit: 100 })),
    )
    return found && payeeOf(found)
  }

  readPayee(id: string, { signal }: Waiting): Promise<Payee> {
    return this.#calls.ask(signal, async () => payeeOf(await this.#calls.api.accounts.retrieve(id)))
  }

  payeeLink(
    { payeeId: account, returnUrl }: { payeeId: string; returnUrl: string },
    { signal }: Waiting,
  ): Promise<{ url: string }> {
    const type = 'account_onboarding'
    return this.#calls.ask(signal, async () => {
      const link = { account, type, return_url: returnUrl, refresh_url: returnUrl } as const
      const { url } = await this.#calls.api.accountLinks.create(link)
      return { url }
    })
  }

  async deletePayee(id: string, { signal }: Waiting): Promise<void> {
    await this.#unlessGone(signal, () => this.#calls.api.accounts.del(id))
  }

  async addBank(bank: NewBank, asking: Asking): Promise<Bank> {
    const { payeeId, token: external_account } = bank
    const wanted = { external_account, metadata: { [keyName]: asking.key } }
    return this.#calls.make(
      asking,
      async (options) =>
        bankOf(await this.#calls.api.accounts.createExternalAccount(payeeId, wanted, options)),
      () => this.findBank(bank, asking),
    )
  }

  async findBank({ payeeId }: OfPayee, { key, signal }: Asking): Promise<Bank | undefined> {
    const found = await this.#calls.ask(signal, () =>
      madeUnder(
        key,
        this.#calls.api.accounts.listExternalAccounts(payeeId, { object: 'bank_account', limit: 100 }),
      ),
    )
    return found && bankOf(found)
  }

  readBank({ payeeId, bankId }: OfPayee & { bankId: string }, { signal }: Waiting): Promise<Bank> {
    return this.#calls.ask(signal, async () =>
      bankOf(await this.#calls.api.accounts.retrieveExternalAccount(payeeId, bankId)),
    )
  }

  listBanks(payeeId: string, { signal }: Waiting): Promise<FoundBank[]> {
    return this.#calls.ask(signal, async () => {
      const { data } = await this.#calls.api.accounts.listExternalAccounts(payeeId, {
        object: 'bank_account',
        limit: 100,
      })
      return data.map((one) => ({ ...bankOf(one), holderName: holderOf(one) }))
    })
  }

  async removeBank({ payeeId, bankId }: OfPayee & { bankId: string }, { signal }: Waiting): Promise<void> {
    try {
      await this.#unlessGone(signal, () => this.#calls.api.accounts.deleteExternalAccount(payeeId, bankId))
    } catch (error) {
      // What was added on Stripe's pages is removed on them.
      if (!(error instanceof ProviderRefused)) throw error
    }
  }

  async createPayout(payout: NewPayout, asking: Asking): Promise<Payout> {
    const { payeeId: stripeAccount, bankId: destination, currency } = payout
    const amount = stripeAmountOf(payout.amountMinor, currency)
    await this.#transfer(stripeAccount, { amount, currency: currency.toLowerCase() }, asking)
    try {
      return await this.#calls.make(
        asking,
        async (options) =>
          payoutOf(
            await this.#calls.api.payouts.create(
              { amount, currency: currency.toLowerCase(), destination, metadata: { [keyName]: asking.key } },
              { ...options, stripeAccount },
            ),
          ),
        () => this.findPayout(payout, asking),
      )
    } catch (error) {
      if (error instanceof ProviderRefused) await this.takeBack(payout, asking)
      throw error
    }
  }

  async findPayout(
    { payeeId: stripeAccount }: OfPayee,
    { key, signal }: Asking,
  ): Promise<Payout | undefined> {
    const found = await this.#calls.ask(signal, () =>
      madeUnder(key, this.#calls.api.payouts.list({ limit: 100 }, { stripeAccount })),
    )
    return found && payoutOf(found)
  }

  readPayout(
    { payeeId: stripeAccount, payoutId }: OfPayee & { payoutId: string },
    { signal }: Waiting,
  ): Promise<Payout> {
    return this.#calls.ask(signal, async () =>
      payoutOf(await this.#calls.api.payouts.retrieve(payoutId, {}, { stripeAccount })),
    )
  }

  async takeBack({ payeeId }: OfPayee, { key, signal }: Asking): Promise<void> {
    const sent = await this.#findTransfer(payeeId, { key, signal })
    if (!sent || sent.reversed) return
    const asking = { key: `${key}:back`, signal }
    await this.#calls.make(
      asking,
      (options) =>
        this.#calls.api.transfers.createReversal(sent.id, { metadata: { [keyName]: asking.key } }, options),
      async () => {
        const { reversed, reversals } = await this.#calls.api.transfers.retrieve(sent.id)
        return reversed ? reversals.data[0] : undefined
      },
    )
  }

  /** Sends money to the payee's own account there, once. */
  async #transfer(
    destination: string,
    sum: { amount: number; currency: string },
    { key, signal }: Asking,
  ): Promise<void> {
    if (await this.#findTransfer(destination, { key, signal })) return
    const wanted = { ...sum, destination, transfer_group: key, metadata: { [keyName]: key } }
    await this.#calls.make(
      { key: `${key}:transfer`, signal },
      (options) => this.#calls.api.transfers.create(wanted, options),
      () => this.#findTransfer(destination, { key, signal }),
    )
  }

  #findTransfer(destination: string, { key, signal }: Asking): Promise<Stripe.Transfer | undefined> {
    return this.#calls.ask(signal, () =>
      madeUnder(key, this.#calls.api.transfers.list({ destination, transfer_group: key, limit: 100 })),
    )
  }

  async #unlessGone(signal: AbortSignal, call: () => Promise<unknown>): Promise<void> {
    await this.#calls.ask(signal, () =>
      call().catch((error: unknown) => {
        if (!isGone(error)) throw error
      }),
    )
  }
}
