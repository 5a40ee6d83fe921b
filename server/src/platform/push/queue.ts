import { sql } from 'kysely'
import type { Static, TSchema } from 'typebox'
import type { Db } from '../db/database.ts'
import { type Job, job } from '../jobs/job.ts'
import type { DataOf, Queued } from '../jobs/queued.ts'
import type { Work } from '../operation/work.ts'
import type { Providers } from '../providers.ts'
import type { PushMessage, PushOutcome } from './port.ts'
import { sendPush } from './ports.ts'

// Messages that were written down and wait to be sent, whatever they are of: a product has a table for each
// kind of them, and a job that sends what is due of a batch.

type Status = 'queued' | 'sending' | 'sent' | 'gone' | 'failed'

/** A table of messages, with the columns `id`, `status`, `tries`, `reason`, `due_at` and `updated_at`. */
export interface PushTable {
  /** With its schema. */
  name: string
  /** The column that says which messages one job sends. */
  batch: string
  /** How a status is written there. */
  says(status: Status): string
}

const batch = 100
const mostTries = 5
const firstPauseSeconds = 30

/** Takes messages that are due for sending; nobody else takes them. @returns their ids. */
async function takePushes(db: Db, table: PushTable, batchId: string, now: Date): Promise<string[]> {
  const name = sql.table(table.name)
  const { rows } = await sql<{ id: string }>`
    update ${name} set status = ${table.says('sending')}, tries = tries + 1, updated_at = ${now}
    where id = any(array(
      select id from ${name} where ${sql.ref(table.batch)} = ${batchId} and status = ${sql.lit(table.says('queued'))} and due_at <= ${now}
      order by due_at, id limit ${batch} for update skip locked))
    returning id`.execute(db)
  return rows.map(({ id }) => id)
}

/** What became of a message that was taken. `retry` waits longer each time, and fails in the end. */
interface Settled {
  status: 'sent' | 'gone' | 'failed' | 'retry'
  reason?: string
  /** How long the push service asks to be left alone. */
  pauseSeconds?: number | undefined
}

async function settleTaken(
  db: Db,
  table: PushTable,
  settled: readonly (Settled & { id: string })[],
  now: Date,
): Promise<string[]> {
  const rows = settled.map((each) => ({
    ...each,
    status: each.status === 'retry' ? null : table.says(each.status),
  }))
  const { rows: done } = await sql<{ id: string }>`
    update ${sql.table(table.name)} p set
      status = case when s."status" is not null then s."status" when p.tries >= ${mostTries} then ${table.says('failed')}
        else ${table.says('queued')} end,
      reason = left(s."reason", 250),
      due_at = ${now}::timestamptz + make_interval(secs => greatest(coalesce(s."pauseSeconds", 0), ${firstPauseSeconds} * 4 ^ (p.tries - 1))),
      updated_at = ${now}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as s("id" uuid, "status" text, "reason" text, "pauseSeconds" int)
    where p.id = s."id" and p.status = ${table.says('sending')}
    returning p.id`.execute(db)
  return done.map(({ id }) => id)
}

/** Gives up on what is left of a batch. */
async function failPushes(
  db: Db,
  table: PushTable,
  batchId: string,
  reason: string,
  now: Date,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update ${sql.table(table.name)} set status = ${table.says('failed')}, reason = ${reason.slice(0, 250)}, updated_at = ${now}
    where ${sql.ref(table.batch)} = ${batchId} and status in (${table.says('queued')}, ${table.says('sending')})
    returning id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Lets what is left of a batch, or was given up for that reason, wait again. */
async function revivePushes(
  db: Db,
  table: PushTable,
  batchId: string,
  reason: string,
  now: Date,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update ${sql.table(table.name)} set status = ${table.says('queued')}, tries = 0, reason = null, due_at = ${now}, updated_at = ${now}
    where ${sql.ref(table.batch)} = ${batchId} and (status in (${table.says('queued')}, ${table.says('sending')})
      or (status = ${table.says('failed')} and reason = ${reason.slice(0, 250)}))
    returning id`.execute(db)
  return rows.map(({ id }) => id)
}

/** When the next message of a batch is due; null when none waits. */
async function selectNextPush(db: Db, table: PushTable, batchId: string): Promise<Date | null> {
  const { rows } = await sql<{ due_at: Date | null }>`
    select min(due_at) as due_at from ${sql.table(table.name)}
    where ${sql.ref(table.batch)} = ${batchId} and status = ${sql.lit(table.says('queued'))}`.execute(db)
  return rows[0]?.due_at ?? null
}

/** A message as it is now. */
export interface QueuedPush extends PushMessage {
  /** By which the token is found again, without keeping it anywhere else. */
  tokenDigest: string
}

type Sent = PushOutcome & Pick<QueuedPush, 'id' | 'tokenDigest'>

/** Sends messages side by side, as many as their push services take. One that cannot be sent holds up no other. */
const sendAll = (providers: Providers, messages: readonly QueuedPush[]): Promise<Sent[]> =>
  Promise.all(
    messages.map(async ({ tokenDigest, ...message }) => ({
      id: message.id,
      tokenDigest,
      ...(await sendPush(providers, message)),
    })),
  )

/** A message that was not sent is none any more: its person left, or read of it, or the device is somebody else's. */
function settledBy(sent: Sent | undefined): Settled {
  switch (sent?.outcome) {
    case 'delivered':
      return { status: 'sent' }
    case 'refused':
      return { status: 'failed', reason: sent.reason }
    case 'later':
      return { status: 'retry', reason: sent.reason, pauseSeconds: sent.retryAfterSeconds }
    case 'unsure':
      return { status: 'retry', reason: sent.reason }
    default:
      return { status: 'gone' }
  }
}

interface Sending<S extends TSchema> {
  /** Of the job. */
  name: string
  data: S
  table: PushTable
  batchOf(data: Static<S>): string
  /** Those of some messages that are still to be sent, as they are now. */
  messages(db: Db, ids: readonly string[], now: Date): Promise<QueuedPush[]>
  /** Forgets tokens that lead nowhere any more, by their digests. */
  forgetTokens(db: Db, digests: readonly string[]): Promise<void>
  /** Does what else settling means; `settle` writes down what became of the messages, and gives their ids. */
  settling?(work: Work, data: Static<S>, settle: () => Promise<string[]>): Promise<void>
  /** Does what else it means that some messages wait again. */
  reviving?(work: Work, data: Static<S>, ids: readonly string[]): Promise<void>
}

/** Has messages of a batch sent, at once where they are due. */
export const queueSending = <Q extends Queued>(
  work: Work,
  sender: Q,
  data: DataOf<Q>,
  startAfter: Date,
): Promise<void> => work.enqueue(sender, data, startAfter > work.clock.now() ? { startAfter } : {})

/**
 * Declares the job that sends the messages of a batch that are due, and queues itself while there are more. They
 * are taken in one transaction and settled in another; in between no connection waits for a push service. A repeat
 * after a crash knows what was taken and, once that was kept, what became of it. What it may send again has the
 * same id, so that a device shows it once.
 */
export function pushSender<S extends TSchema>({
  name,
  data,
  table,
  batchOf,
  messages,
  forgetTokens,
  settling = async (_work, _data, settle) => void (await settle()),
  reviving = async () => {},
}: Sending<S>): Job<S, 'steps'> {
  const sender: Job<S, 'steps'> = job({
    name,
    data,
    runs: 'steps',
    async handle({ read, step, outside }, given) {
      const batchId = batchOf(given)
      const taken = await step('take', ({ db, clock }) => takePushes(db, table, batchId, clock.now()))
      if (taken.length === 0) return
      const found = await read(({ db, clock }) => messages(db, taken, clock.now()))
      const sent = await outside('send', { call: (providers) => sendAll(providers, found) })
      await step('settle', async (work) => {
        const { db, clock } = work
        const outcomes = new Map(sent.map((each) => [each.id, each]))
        const gone = sent.filter(({ outcome }) => outcome === 'gone').map(({ tokenDigest }) => tokenDigest)
        const settled = taken.map((id) => ({ id, ...settledBy(outcomes.get(id)) }))
        await settling(work, given, async () => {
          await forgetTokens(db, gone)
          return settleTaken(db, table, settled, clock.now())
        })
        const next = await selectNextPush(db, table, batchId)
        if (next) await queueSending<Queued>(work, sender, given, next)
      })
    },
    onLastFailure: (work, given, reason) =>
      settling(work, given, () => failPushes(work.db, table, batchOf(given), reason, work.clock.now())),
    // What an earlier try took and perhaps sent is taken once more; it shows once.
    async onRevive(work, given, reason) {
      const ids = await revivePushes(work.db, table, batchOf(given), reason, work.clock.now())
      if (ids.length === 0) return 'None of these messages is kept any more, or waits for this.'
      await reviving(work, given, ids)
      return null
    },
  })
  return sender
}
