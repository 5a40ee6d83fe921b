import { once } from 'node:events'
import { sql } from 'kysely'
import { Type } from 'typebox'
import type { Clock } from '../clock.ts'
import type { Db } from '../db/database.ts'
import { newId, newSecret } from '../ids.ts'
import { provider } from '../provider.ts'
import { ProviderRefused, ProviderUnavailable, ProviderUnsure } from '../provider-errors.ts'
import {
  type Asking,
  type Customer,
  type NewCustomer,
  type NewSetupIntent,
  PaymentDeclined,
  type Payments,
  type SetupIntent,
  type SetupState,
  type SoughtCustomer,
} from './port.ts'

export const sandboxPayments = provider({
  port: 'payments',
  name: 'sandbox',
  summary: 'pretends and moves no money',
  isSandbox: true,
  settings: Type.Object({}),
  open: (_settings, { db, clock }): Payments => new SandboxPayments(db, clock),
})

interface CustomerRow {
  id: string
  person_id: string
  email: string | null
}

interface SetupIntentRow {
  id: string
  customer_id: string
  usage: string
  status: SetupState
  client_secret: string
}

/** What somebody can have go wrong by the address `anything+sandbox-<word>@anywhere` of their account. */
const commands = ['declined', 'down', 'lost', 'late'] as const
type Command = (typeof commands)[number]

const commandIn = (email: string | null): Command | undefined => {
  const word = /\+sandbox-([a-z]+)@/.exec(email ?? '')?.[1]
  return commands.find((command) => command === word)
}

const presentSetupIntent = (row: SetupIntentRow): SetupIntent => ({
  id: row.id,
  clientSecret: row.client_secret,
  status: row.status,
})

/**
 * A processor that remembers what it was asked, in tables of its own, and does what it is told:
 * `declined` says no, `down` cannot be reached, `lost` does it and loses its first answer, `late` does it
 * and says so only when nobody waits any more.
 */
class SandboxPayments implements Payments {
  readonly provider = 'sandbox'
  readonly mode = 'test'
  readonly #db: Db
  readonly #clock: Clock

  constructor(db: Db, clock: Clock) {
    this.#db = db
    this.#clock = clock
  }

  async createCustomer({ personId, email }: NewCustomer, asking: Asking): Promise<Customer> {
    const command = commandIn(email)
    reachToMake(command, asking)
    const made = await sql<CustomerRow>`
      insert into platform.sandbox_customer (id, key, person_id, email, created_at)
      values (${`cus_sandbox_${newId()}`}, ${asking.key}, ${personId}, ${email}, ${this.#clock.now()})
      on conflict (key) do nothing returning id, person_id, email`.execute(this.#db)
    if (made.rows[0]) await failOnce(command, asking)
    const row = made.rows[0] ?? (await this.#customerUnder(asking.key))
    if (row?.person_id !== personId || row.email !== email) throw keyReused()
    return { id: row.id }
  }

  async findCustomer({ email }: SoughtCustomer, { key, signal }: Asking): Promise<Customer | undefined> {
    reach(commandIn(email), { signal })
    const row = await this.#customerUnder(key)
    return row && { id: row.id }
  }

  async deleteCustomer({ id }: Customer, { signal }: Pick<Asking, 'signal'>): Promise<void> {
    reach(undefined, { signal })
    await sql`
      with gone as (delete from platform.sandbox_setup_intent where customer_id = ${id})
      delete from platform.sandbox_customer where id = ${id}`.execute(this.#db)
  }

  async createSetupIntent({ customerId, usage }: NewSetupIntent, asking: Asking): Promise<SetupIntent> {
    const command = commandIn(await this.#emailOf(customerId))
    reachToMake(command, asking)
    const id = `seti_sandbox_${newId()}`
    const made = await sql<SetupIntentRow>`
      insert into platform.sandbox_setup_intent (id, key, customer_id, usage, client_secret, created_at)
      values (${id}, ${asking.key}, ${customerId}, ${usage}, ${`${id}_secret_${newSecret()}`}, ${this.#clock.now()})
      on conflict (key) do nothing returning id, customer_id, usage, status, client_secret`.execute(this.#db)
    if (made.rows[0]) await failOnce(command, asking)
    const row = made.rows[0] ?? (await this.#setupIntentUnder(asking.key))
    if (row?.customer_id !== customerId || row.usage !== usage) throw keyReused()
    return presentSetupIntent(row)
  }

  async findSetupIntent(
    { customerId }: NewSetupIntent,
    { key, signal }: Asking,
  ): Promise<SetupIntent | undefined> {
    reach(commandIn(await this.#emailOf(customerId)), { signal })
    const row = await this.#setupIntentUnder(key)
    return row && presentSetupIntent(row)
  }

  async readSetupIntent(id: string): Promise<SetupIntent> {
    const { rows } = await sql<SetupIntentRow>`
      select id, customer_id, usage, status, client_secret from platform.sandbox_setup_intent
      where id = ${id}`.execute(this.#db)
    if (!rows[0]) throw new ProviderRefused(`the sandbox has no setup intent ${id}`, 'resource_missing')
    return presentSetupIntent(rows[0])
  }

  async #customerUnder(key: string): Promise<CustomerRow | undefined> {
    const { rows } = await sql<CustomerRow>`
      select id, person_id, email from platform.sandbox_customer where key = ${key}`.execute(this.#db)
    return rows[0]
  }

  async #setupIntentUnder(key: string): Promise<SetupIntentRow | undefined> {
    const { rows } = await sql<SetupIntentRow>`
      select id, customer_id, usage, status, client_secret from platform.sandbox_setup_intent
      where key = ${key}`.execute(this.#db)
    return rows[0]
  }

  async #emailOf(customerId: string): Promise<string | null> {
    const { rows } = await sql<{ email: string | null }>`
      select email from platform.sandbox_customer where id = ${customerId}`.execute(this.#db)
    if (!rows[0]) throw new ProviderRefused(`the sandbox has no customer ${customerId}`, 'resource_missing')
    return rows[0].email
  }
}

const keyReused = () =>
  new ProviderRefused('the sandbox knows this key with another request', 'idempotency_error')

function reach(command: Command | undefined, { signal }: Pick<Asking, 'signal'>): void {
  if (signal.aborted) throw new ProviderUnavailable('nobody waits for the sandbox')
  if (command === 'down') throw new ProviderUnavailable('the sandbox pretends to be down')
}

function reachToMake(command: Command | undefined, asking: Asking): void {
  reach(command, asking)
  if (command === 'declined') throw new PaymentDeclined('the sandbox declines', 'card_declined')
}

/** What goes wrong when something was just made; who asks again finds it. */
async function failOnce(command: Command | undefined, { signal }: Asking): Promise<void> {
  if (command === 'late' && !signal.aborted) await once(signal, 'abort')
  if (command === 'late' || command === 'lost') throw new ProviderUnsure('the sandbox loses its answer')
}
