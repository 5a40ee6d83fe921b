import { sql } from 'kysely'
import { type Clock, days } from '../clock.ts'
import type { Db } from '../db/database.ts'
import { newId } from '../ids.ts'
import { ProviderRefused } from '../provider-errors.ts'
import type { Asking } from './asking.ts'
import type { Bank, FoundBank, NewBank, NewPayee, NewPayout, Payee, PayingOut, Payout } from './paying-out.ts'
import { keyReused, missing, reach } from './sandbox-commands.ts'
import { type BankScenario, bankScenarios } from './test-ids.ts'

/** With four digits behind it, a token is of another account of the same kind. */
const tokenForm = new RegExp(`^btok_sandbox_(${bankScenarios.join('|')})(?:_(\\d{4}))?$`)

/** Small amounts arrive within a day, and so what confirms them. */
const verifiedAfterMs = days(1)
const arrivesAfterMs = days(2)

interface BankRow {
  id: string
  payee_id: string
  scenario: BankScenario
  last4: string
  country: string
  currency: string
  created_at: Date
}

interface PayoutRow {
  id: string
  bank_id: string
  amount_minor: number
  currency: string
  fails: boolean
  created_at: Date
}

const bankColumns = sql`id, payee_id, scenario, last4, country, currency, created_at`
const payoutColumns = sql`id, bank_id, amount_minor, currency, fails, created_at`

type Waiting = Pick<Asking, 'signal'>

/** The payees, banks and payouts of the sandbox, in tables of its own. Everybody is payable at once. */
export class SandboxPayingOut implements PayingOut {
  readonly #db: Db
  readonly #clock: Clock

  constructor(db: Db, clock: Clock) {
    this.#db = db
    this.#clock = clock
  }

  async createPayee({ personId }: NewPayee, asking: Asking): Promise<Payee> {
    reach(undefined, asking)
    await sql`
      insert into platform.sandbox_payee (id, key, person_id, created_at)
      values (${`acct_sandbox_${newId()}`}, ${asking.key}, ${personId}, ${this.#clock.now()})
      on conflict (key) do nothing`.execute(this.#db)
    return (await this.#payeeWhere(sql`key = ${asking.key}`)) ?? absent('payee')
  }

  async findPayee(_payee: Pick<NewPayee, 'askedAt'>, { key, signal }: Asking): Promise<Payee | undefined> {
    reach(undefined, { signal })
    return this.#payeeWhere(sql`key = ${key}`)
  }

  async readPayee(id: string, asking: Waiting): Promise<Payee> {
    reach(undefined, asking)
    return (await this.#payeeWhere(sql`id = ${id}`)) ?? absent(`payee ${id}`)
  }

  /** There is nothing to be said, so its page is the one that people come back to. */
  async payeeLink({ returnUrl }: { returnUrl: string }, asking: Waiting): Promise<{ url: string }> {
    reach(undefined, asking)
    return { url: returnUrl }
  }

  async deletePayee(id: string, asking: Waiting): Promise<void> {
    reach(undefined, asking)
    await sql`delete from platform.sandbox_payee where id = ${id}`.execute(this.#db)
  }

  async addBank({ payeeId, token, country, currency }: NewBank, asking: Asking): Promise<Bank> {
    reach(undefined, asking)
    const [, kind, digits] = tokenForm.exec(token) ?? []
    const scenario = bankScenarios.find((one) => one === kind)
    if (!scenario) throw new ProviderRefused('the sandbox has no such token', 'resource_missing')
    await sql`
      insert into platform.sandbox_bank (id, key, payee_id, scenario, last4, country, currency, created_at)
      values (${`ba_sandbox_${newId()}`}, ${asking.key}, ${payeeId}, ${scenario},
        ${digits ?? String(6789 - bankScenarios.indexOf(scenario))}, ${country}, ${currency}, ${this.#clock.now()})
      on conflict (key) do nothing`.execute(this.#db)
    const row = await this.#bankWhere(sql`key = ${asking.key}`)
    if (row?.payee_id !== payeeId || row.scenario !== scenario) throw keyReused()
    return this.#presentBank(row)
  }

  async findBank(_bank: Pick<NewBank, 'payeeId'>, { key, signal }: Asking): Promise<Bank | undefined> {
    reach(undefined, { signal })
    const row = await this.#bankWhere(sql`key = ${key}`)
    return row && this.#presentBank(row)
  }

  async readBank({ bankId }: { bankId: string }, asking: Waiting): Promise<Bank> {
    reach(undefined, asking)
    return this.#presentBank((await this.#bankWhere(sql`id = ${bankId}`)) ?? absent(`bank ${bankId}`))
  }

  async listBanks(payeeId: string, asking: Waiting): Promise<FoundBank[]> {
    reach(undefined, asking)
    const { rows } = await sql<BankRow>`
      select ${bankColumns} from platform.sandbox_bank where payee_id = ${payeeId} order by id`.execute(
      this.#db,
    )
    return rows.map((row) => ({ ...this.#presentBank(row), holderName: null }))
  }

  async removeBank({ bankId }: { bankId: string }, asking: Waiting): Promise<void> {
    reach(undefined, asking)
    await sql`delete from platform.sandbox_bank where id = ${bankId}`.execute(this.#db)
  }

  async createPayout({ bankId, amountMinor, currency }: NewPayout, asking: Asking): Promise<Payout> {
    reach(undefined, asking)
    const known = await this.#payoutWhere(sql`key = ${asking.key}`)
    const row = known ?? (await this.#send({ bankId, amountMinor, currency }, asking.key))
    if (row.bank_id !== bankId || row.amount_minor !== amountMinor || row.currency !== currency)
      throw keyReused()
    return this.#presentPayout(row)
  }

  async findPayout(
    _payout: Pick<NewPayout, 'payeeId'>,
    { key, signal }: Asking,
  ): Promise<Payout | undefined> {
    reach(undefined, { signal })
    const row = await this.#payoutWhere(sql`key = ${key}`)
    return row && this.#presentPayout(row)
  }

  async readPayout({ payoutId }: { payoutId: string }, asking: Waiting): Promise<Payout> {
    reach(undefined, asking)
    return this.#presentPayout(
      (await this.#payoutWhere(sql`id = ${payoutId}`)) ?? absent(`payout ${payoutId}`),
    )
  }

  /** Nothing ever left. */
  async takeBack(_payout: Pick<NewPayout, 'payeeId'>, asking: Asking): Promise<void> {
    reach(undefined, asking)
  }

  async finishPayout(id: string, outcome: 'arrive' | 'bounce', asking: Waiting): Promise<void> {
    reach(undefined, asking)
    const row = (await this.#payoutWhere(sql`id = ${id}`)) ?? absent(`payout ${id}`)
    const [now, isBounced] = [this.#clock.now(), outcome === 'bounce']
    // As if it had been sent so long before that it ends now.
    const sentAt = new Date(now.getTime() - arrivesAfterMs)
    const ended = await sql`
      update platform.sandbox_payout set fails = ${isBounced}, created_at = ${sentAt}
      where id = ${id} and created_at > ${sentAt} returning id`.execute(this.#db)
    if (ended.rows.length > 0 || row.fails === isBounced) return
    throw new ProviderRefused('this payout has ended otherwise', 'payout_ended')
  }

  async #send(
    { bankId, amountMinor, currency }: Omit<NewPayout, 'payeeId'>,
    key: string,
  ): Promise<PayoutRow> {
    const bank = (await this.#bankWhere(sql`id = ${bankId}`)) ?? absent(`bank ${bankId}`)
    if (this.#stateOf(bank) !== 'verified' || bank.currency !== currency)
      throw new ProviderRefused('the sandbox sends nothing to this account', 'account_closed')
    await sql`
      insert into platform.sandbox_payout (id, key, bank_id, amount_minor, currency, fails, created_at)
      values (${`po_sandbox_${newId()}`}, ${key}, ${bankId}, ${amountMinor}, ${currency},
        ${bank.scenario === 'payout_fails'}, ${this.#clock.now()})
      on conflict (key) do nothing`.execute(this.#db)
    return (await this.#payoutWhere(sql`key = ${key}`)) ?? absent('payout')
  }

  async #payeeWhere(condition: ReturnType<typeof sql>): Promise<Payee | undefined> {
    const { rows } = await sql<{ id: string }>`
      select id from platform.sandbox_payee where ${condition}`.execute(this.#db)
    return rows[0] && { id: rows[0].id, isPayable: true }
  }

  async #bankWhere(condition: ReturnType<typeof sql>): Promise<BankRow | undefined> {
    const { rows } = await sql<BankRow>`
      select ${bankColumns} from platform.sandbox_bank where ${condition}`.execute(this.#db)
    return rows[0]
  }

  async #payoutWhere(condition: ReturnType<typeof sql>): Promise<PayoutRow | undefined> {
    const { rows } = await sql<PayoutRow>`
      select ${payoutColumns} from platform.sandbox_payout where ${condition}`.execute(this.#db)
    return rows[0]
  }

  #isOver(since: Date, ms: number): boolean {
    return this.#clock.now().getTime() - since.getTime() >= ms
  }

  #stateOf({ scenario, created_at: createdAt }: BankRow): Bank['status'] {
    if (scenario === 'closed') return 'closed'
    return scenario === 'needs_microdeposit' && !this.#isOver(createdAt, verifiedAfterMs)
      ? 'pending'
      : 'verified'
  }

  #presentBank(row: BankRow): Bank {
    const { id, scenario, last4, country, currency } = row
    const fingerprint = `sandbox_${scenario}_${last4}`
    return { id, bankName: 'Sandbox Bank', last4, fingerprint, country, currency, status: this.#stateOf(row) }
  }

  #presentPayout({ id, fails, created_at: createdAt }: PayoutRow): Payout {
    const arrivesAt = new Date(createdAt.getTime() + arrivesAfterMs)
    if (!this.#isOver(createdAt, arrivesAfterMs))
      return { id, status: 'in_transit', failureCode: null, arrivesAt }
    return fails
      ? { id, status: 'failed', failureCode: 'account_closed', arrivesAt: null }
      : { id, status: 'paid', failureCode: null, arrivesAt }
  }
}

const absent = (what: string): never => {
  throw missing(what)
}
