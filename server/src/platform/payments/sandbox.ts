import { sql } from 'kysely'
import { Type } from 'typebox'
import type { Clock } from '../clock.ts'
import type { Db } from '../db/database.ts'
import { newId, newSecret } from '../ids.ts'
import { type Sender, type Sent, signatureInvalid } from '../operation/signature.ts'
import { provider } from '../provider.ts'
import { ProviderRefused } from '../provider-errors.ts'
import { Text } from '../settings.ts'
import type { Door, Topic } from './hearing.ts'
import { checkSignature, noticeOf, topicIn } from './notices.ts'
import type {
  Asking,
  Customer,
  NewCustomer,
  NewSetupIntent,
  Payments,
  SetupIntent,
  SetupState,
  SoughtCustomer,
} from './port.ts'
import { SandboxCharging } from './sandbox-charging.ts'
import { commandIn, failOnce, keyReused, reach, reachToMake } from './sandbox-commands.ts'

export const sandboxPayments = provider({
  port: 'payments',
  name: 'sandbox',
  summary: 'pretends and moves no money',
  isSandbox: true,
  settings: Type.Object({
    PAYMENTS_SANDBOX_SECRET: Text('signs the notifications of the payments sandbox, at least 32 bytes'),
  }),
  secrets: ['PAYMENTS_SANDBOX_SECRET'],
  open: ({ PAYMENTS_SANDBOX_SECRET }, { db, clock }): Payments =>
    new SandboxPayments(db, clock, PAYMENTS_SANDBOX_SECRET),
})

/** The sandbox within somebody's transaction, at a moment of their choice; nothing is told of what is done with it. */
export const sandboxWithin = (db: Db, clock: Clock): Payments => new SandboxPayments(db, clock, '')

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
  card_id: string | null
}

/** What the sandbox signs with at each door. */
export const sandboxNoticeSecret = (secret: string, door: Door): string => `${secret}/${door}`

const presentSetupIntent = (row: SetupIntentRow): SetupIntent => ({
  id: row.id,
  clientSecret: row.client_secret,
  status: row.status,
  customerId: row.customer_id,
  cardId: row.card_id,
})

/** A processor that remembers what it was asked, in tables of its own, and does what it is told. */
class SandboxPayments extends SandboxCharging implements Payments {
  readonly provider = 'sandbox'
  readonly mode = 'test'
  readonly cardForm = null
  readonly #db: Db
  readonly #clock: Clock
  readonly #secret: string

  constructor(db: Db, clock: Clock, secret: string) {
    super(db, clock)
    this.#db = db
    this.#clock = clock
    this.#secret = secret
  }

  async senderOf(sent: Sent, door: Door): Promise<Sender> {
    checkSignature(sent, [sandboxNoticeSecret(this.#secret, door)], this.#clock.now())
    const { id, livemode } = noticeOf(sent)
    if (livemode) throw signatureInvalid()
    return { provider: `sandbox-${door}`, eventId: id }
  }

  topicOf(bytes: Buffer): Topic | undefined {
    return topicIn(bytes)
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
      with gone as (delete from platform.sandbox_setup_intent where customer_id = ${id}),
        released as (update platform.sandbox_card set customer_id = null where customer_id = ${id})
      delete from platform.sandbox_customer where id = ${id}`.execute(this.#db)
  }

  async createSetupIntent({ customerId, usage }: NewSetupIntent, asking: Asking): Promise<SetupIntent> {
    const command = commandIn(await this.#emailOf(customerId))
    reachToMake(command, asking)
    const id = `seti_sandbox_${newId()}`
    const made = await sql<SetupIntentRow>`
      insert into platform.sandbox_setup_intent (id, key, customer_id, usage, client_secret, created_at)
      values (${id}, ${asking.key}, ${customerId}, ${usage}, ${`${id}_secret_${newSecret()}`}, ${this.#clock.now()})
      on conflict (key) do nothing returning id, customer_id, usage, status, client_secret, card_id`.execute(
      this.#db,
    )
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
      select id, customer_id, usage, status, client_secret, card_id from platform.sandbox_setup_intent
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
      select id, customer_id, usage, status, client_secret, card_id from platform.sandbox_setup_intent
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
