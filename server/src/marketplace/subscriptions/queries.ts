import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { type Order, orderedBy, plannedFor } from '../../platform/operation/order.ts'
import type { Key } from '../../platform/operation/page.ts'
import type { PaymentMode } from '../../platform/payments/port.ts'
import type { Change, Life, State } from './machine.ts'

export const providers = ['web', 'apple', 'google'] as const
export type Provider = (typeof providers)[number]

export interface SubscriptionRow extends Life {
  id: string
  user_id: string
  plan_id: string
  provider: Provider
  mode: PaymentMode | null
  trial_started_at: Date | null
  is_extended: boolean
  trial_uses: number
  device_hash: Buffer | null
  said_reason: string | null
  payment_method_id: string | null
  mail_id: string | null
  mail_for: Date | null
  store_id: string | null
  store_event_at: Date | null
  store_event_id: string | null
  version: number
  created_at: Date
  updated_at: Date
}

/** The one that was bought here and is not over; its row is locked. */
export async function lockLive(db: Db, userId: string): Promise<SubscriptionRow | undefined> {
  const { rows } = await sql<SubscriptionRow>`
    select * from marketplace.subscription
    where user_id = ${userId} and provider = 'web' and ended_at is null for update`.execute(db)
  return rows[0]
}

/** The newest one that was bought here, whether it is over or not; its row is locked. */
export async function lockNewest(db: Db, userId: string): Promise<SubscriptionRow | undefined> {
  const { rows } = await sql<SubscriptionRow>`
    select * from marketplace.subscription where user_id = ${userId} and provider = 'web'
    order by created_at desc, id desc limit 1 for update`.execute(db)
  return rows[0]
}

export async function lockSubscription(db: Db, id: string): Promise<SubscriptionRow | undefined> {
  const { rows } = await sql<SubscriptionRow>`
    select * from marketplace.subscription where id = ${id} for update`.execute(db)
  return rows[0]
}

/** What is shown of somebody's: what opens something now, else what is not over, else what ended last. */
export async function selectShown(db: Db, userId: string, now: Date): Promise<SubscriptionRow | undefined> {
  const { rows } = await sql<SubscriptionRow>`
    select * from marketplace.subscription where user_id = ${userId}
    order by access_until > ${now} desc nulls last, ended_at is null desc, created_at desc, id desc limit 1`.execute(
    db,
  )
  return rows[0]
}

/** Those that open something now, the one that opens it longest first. */
export async function selectOpening(db: Db, userId: string, now: Date): Promise<SubscriptionRow | undefined> {
  const { rows } = await sql<SubscriptionRow>`
    select * from marketplace.subscription where user_id = ${userId} and access_until > ${now}
    order by state = 'trialing', access_until desc limit 1`.execute(db)
  return rows[0]
}

/** Those that open something now, as `s`. */
export const isOpening = (now: Date): RawBuilder<boolean> => sql<boolean>`s.access_until > ${now}`

/** Whether somebody has a subscription from a shop of phones that opens something now. */
export async function hasFromStore(db: Db, userId: string, now: Date): Promise<boolean> {
  const { rows } = await sql`
    select from marketplace.subscription
    where user_id = ${userId} and provider <> 'web' and access_until > ${now} limit 1`.execute(db)
  return rows.length > 0
}

/** When somebody last paused one. */
export async function lastPause(db: Db, userId: string): Promise<Date | null> {
  const { rows } = await sql<{ paused_at: Date | null }>`
    select max(paused_at) as paused_at from marketplace.subscription where user_id = ${userId}`.execute(db)
  return rows[0]?.paused_at ?? null
}

export interface NewSubscription {
  id: string
  userId: string
  planId: string
  at: Date
  deviceHash?: Buffer | null
}

/** Begins one that was bought here, before anything of it runs. */
export async function insertSubscription(
  db: Db,
  { id, userId, planId, at, deviceHash = null }: NewSubscription,
): Promise<SubscriptionRow> {
  const { rows } = await sql<SubscriptionRow>`
    insert into marketplace.subscription (id, user_id, plan_id, provider, state, device_hash, created_at, updated_at)
    values (${id}, ${userId}, ${planId}, 'web', 'trial_ready', ${deviceHash}, ${at}, ${at}) returning *`.execute(
    db,
  )
  const [row] = rows
  if (!row) throw new Error('the subscription that was just written is not there')
  return row
}

export type RowChange = Change &
  Partial<
    Pick<
      SubscriptionRow,
      | 'plan_id'
      | 'trial_started_at'
      | 'is_extended'
      | 'payment_method_id'
      | 'mail_id'
      | 'mail_for'
      | 'device_hash'
      | 'said_reason'
    >
  >

/** Writes a change to a row that is locked. */
export async function updateSubscription(
  db: Db,
  id: string,
  change: RowChange,
  at: Date,
): Promise<SubscriptionRow> {
  const set = Object.entries(change).map(([column, value]) => sql`${sql.ref(column)} = ${value}`)
  const { rows } = await sql<SubscriptionRow>`
    update marketplace.subscription
    set ${sql.join([...set, sql`version = version + 1`, sql`updated_at = ${at}`])}
    where id = ${id} returning *`.execute(db)
  const [row] = rows
  if (!row) throw new Error(`there is no subscription ${id}`)
  return row
}

/** Something was opened by a trial. */
export async function countTrialUse(db: Db, id: string): Promise<void> {
  await sql`update marketplace.subscription set trial_uses = trial_uses + 1 where id = ${id}`.execute(db)
}

/** Those whose time has come, some at a time, without those that others hold. */
export async function lockDue(db: Db, now: Date, most: number): Promise<SubscriptionRow[]> {
  const { rows } = await sql<SubscriptionRow>`
    select * from marketplace.subscription where due_at <= ${now}
    order by due_at, id limit ${most} for update skip locked`.execute(db)
  return rows
}

/** Those whose owners are to be told of what is coming. */
export async function lockUntold(db: Db, now: Date, most: number): Promise<SubscriptionRow[]> {
  const { rows } = await sql<SubscriptionRow>`
    select * from marketplace.subscription where tell_at <= ${now}
    order by tell_at, id limit ${most} for update skip locked`.execute(db)
  return rows
}

/** The one of which a mail told. */
export async function lockOfMail(db: Db, mailId: string): Promise<SubscriptionRow | undefined> {
  const { rows } = await sql<SubscriptionRow>`
    select * from marketplace.subscription where mail_id = ${mailId} for update`.execute(db)
  return rows[0]
}

/** Writes that a trial was had, under each digest. @returns false where one of them had one before. */
export async function useTrial(
  db: Db,
  uses: readonly { kind: 'email' | 'device' | 'card'; digest: Buffer }[],
  at: Date,
): Promise<boolean> {
  const { rows } = await sql`
    insert into marketplace.trial_use (kind, digest, used_at)
    values ${sql.join(uses.map(({ kind, digest }) => sql`(${kind}, ${digest}, ${at})`))}
    on conflict do nothing returning kind`.execute(db)
  return rows.length === uses.length
}

export async function isTrialUsed(
  db: Db,
  uses: readonly { kind: 'email' | 'device' | 'card'; digest: Buffer }[],
): Promise<boolean> {
  const { rows } = await sql`
    select from marketplace.trial_use
    where (kind, digest) in (${sql.join(uses.map(({ kind, digest }) => sql`(${kind}, ${digest})`))}) limit 1`.execute(
    db,
  )
  return rows.length > 0
}

/** Whether somebody's trial has begun at some time. */
export async function hadTrial(db: Db, userId: string): Promise<boolean> {
  const { rows } = await sql`
    select from marketplace.subscription where user_id = ${userId} and trial_started_at is not null limit 1`.execute(
    db,
  )
  return rows.length > 0
}

export async function countUses(
  db: Db,
  userId: string,
  feature: string,
  since: Date,
): Promise<{ used: number; oldest: Date | null }> {
  const { rows } = await sql<{ used: number; oldest: Date | null }>`
    select count(*)::int as used, min(used_at) as oldest from marketplace.quota_use
    where user_id = ${userId} and feature = ${feature} and used_at > ${since}`.execute(db)
  return rows[0] ?? { used: 0, oldest: null }
}

export async function insertUse(
  db: Db,
  use: { id: string; userId: string; feature: string; at: Date },
): Promise<void> {
  await sql`
    insert into marketplace.quota_use (id, user_id, feature, used_at)
    values (${use.id}, ${use.userId}, ${use.feature}, ${use.at})`.execute(db)
}

export interface EndedTrialRow {
  id: string
  user_id: string
  name: string
  email: string | null
  plan_key: string
  trial_started_at: Date
  trial_ends_at: Date
  trial_uses: number
  state: State
  reason: string | null
  has_paid: boolean
}

export const latestTrials: Order<EndedTrialRow> = orderedBy(
  'desc',
  ['s.trial_ends_at', 'timestamptz', 'trial_ends_at'],
  ['s.id', 'uuid', 'id'],
)

export interface TrialFilter {
  from: Date
  to: Date
  hasPaid: boolean | null
}

// One that was cut short by a payment has ended as well.
const ended = ({ from, to, hasPaid }: TrialFilter) => sql`
  s.trial_ends_at >= ${from} and s.trial_ends_at < ${to} and s.state not in ('trial_ready', 'trialing')
  and (${hasPaid}::boolean is null or (s.paid_ms > 0) = ${hasPaid})`

export async function selectEndedTrials(
  db: Db,
  filter: TrialFilter,
  { after, limit }: { after: Key | undefined; limit: number },
): Promise<EndedTrialRow[]> {
  const { rows } = await sql<EndedTrialRow>`
    select s.id, s.user_id, u.name, u.email, p.key as plan_key, s.trial_started_at, s.trial_ends_at, s.trial_uses,
      s.state, s.reason, s.paid_ms > 0 as has_paid
    from (
      select * from marketplace.subscription s
      where ${ended(filter)} and ${latestTrials.isPast(after)}
      order by ${latestTrials.by} limit ${plannedFor(limit)}
    ) s join marketplace.users u on u.id = s.user_id join marketplace.plan p on p.id = s.plan_id
    order by ${latestTrials.by} limit ${limit}`.execute(db)
  return rows
}

export async function countEndedTrials(
  db: Db,
  filter: TrialFilter,
): Promise<{ ended: number; converted: number }> {
  const { rows } = await sql<{ ended: number; converted: number }>`
    select count(*)::int as ended, (count(*) filter (where s.paid_ms > 0))::int as converted
    from marketplace.subscription s where ${ended(filter)}`.execute(db)
  return rows[0] ?? { ended: 0, converted: 0 }
}

/** A card that somebody has saved, or their default one. */
export async function findCard(
  db: Db,
  userId: string,
  { provider, mode }: { provider: string; mode: PaymentMode },
  cardId: string | undefined,
): Promise<{ id: string; fingerprint: string } | undefined> {
  const which = cardId === undefined ? sql`m.is_default` : sql`m.id = ${cardId}`
  const { rows } = await sql<{ id: string; fingerprint: string }>`
    select m.id, m.fingerprint from marketplace.payment_method m
    join marketplace.payment_customer c on c.id = m.customer_id
    where c.user_id = ${userId} and c.provider = ${provider} and c.mode = ${mode} and m.removed_at is null and ${which}`.execute(
    db,
  )
  return rows[0]
}

/** Whether a card of somebody's is waited for: to renew something, or for a payment that is under way. */
export async function needsCard(db: Db, userId: string): Promise<boolean> {
  const { rows } = await sql`
    select from marketplace.subscription
    where user_id = ${userId} and provider = 'web' and ended_at is null and cancel_at is null
      and (state in ('active', 'past_due', 'paused') or converts)
    union all select from marketplace.subscription_charge where user_id = ${userId} and status = 'open' limit 1`.execute(
    db,
  )
  return rows.length > 0
}
