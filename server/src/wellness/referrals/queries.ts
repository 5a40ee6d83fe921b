import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { orderedBy } from '../../platform/operation/order.ts'
import type { Key } from '../../platform/operation/page.ts'

export type ReferralState = 'PENDING' | 'JOINED' | 'QUALIFIED' | 'REWARDED' | 'REJECTED' | 'REVERSED'
export type Signal = 'SAME_DEVICE' | 'SAME_ADDRESS' | 'RING' | 'VELOCITY'

export interface ReferralRow {
  id: string
  referrer_id: string
  referee_id: string
  code: string
  state: ReferralState
  signals: Signal[]
  approved_at: Date | null
  is_held: boolean
  is_capped: boolean
  joined_at: Date | null
  qualified_at: Date | null
  reward_due_at: Date | null
  rewarded_at: Date | null
  rejected_at: Date | null
  reversed_at: Date | null
  decided_by: string | null
  reason: string | null
  created_at: Date
  updated_at: Date
}

const columns = sql`r.id, r.referrer_id, r.referee_id, r.code, r.state, r.signals, r.approved_at, r.is_held, r.is_capped, r.joined_at,
  r.qualified_at, r.reward_due_at, r.rewarded_at, r.rejected_at, r.reversed_at, r.decided_by, r.reason, r.created_at, r.updated_at`

/**
 * Notes who invited somebody who asks for an account. Until the address is proved the last sign-up counts, and
 * afterwards none any more.
 */
export async function upsertPending(
  db: Db,
  referral: { id: string; referrerId: string; refereeId: string; at: Date },
): Promise<void> {
  await sql`
    insert into wellness.referral as r (id, referrer_id, referee_id, code, created_at, updated_at)
    select ${referral.id}::uuid, u.id, ${referral.refereeId}::uuid, u.referral_code, ${referral.at}::timestamptz, ${referral.at}::timestamptz
    from wellness.users u where u.id = ${referral.referrerId}
    on conflict (referee_id) do update set referrer_id = excluded.referrer_id, code = excluded.code, updated_at = excluded.updated_at
    where r.state = 'PENDING'`.execute(db)
}

/** Of whoever opened an account by a sign-up without a code. */
export async function deletePending(db: Db, refereeId: string): Promise<void> {
  await sql`delete from wellness.referral where referee_id = ${refereeId} and state = 'PENDING'`.execute(db)
}

/** @returns undefined where there is none that waits for it. */
export async function markJoined(db: Db, refereeId: string, at: Date): Promise<ReferralRow | undefined> {
  const { rows } = await sql<ReferralRow>`
    update wellness.referral r set state = 'JOINED', joined_at = ${at}, updated_at = ${at}
    where r.referee_id = ${refereeId} and r.state = 'PENDING' returning ${columns}`.execute(db)
  return rows[0]
}

/** The referral of somebody who has still to practise, once what they just recorded is written. */
export async function lockJoined(db: Db, refereeId: string): Promise<ReferralRow | undefined> {
  const { rows } = await sql<ReferralRow>`
    select ${columns} from wellness.referral r where r.referee_id = ${refereeId} and r.state = 'JOINED' for update`.execute(
    db,
  )
  return rows[0]
}

/** On how many days somebody practised within a time, as their own days went. */
export async function countPracticeDays(
  db: Db,
  userId: string,
  within: { from: Date; to: Date },
): Promise<number> {
  const { rows } = await sql<{ days: number }>`
    select count(distinct s.local_date)::int as days from wellness.session s
    where s.user_id = ${userId} and s.status = 'COMPLETED' and s.occurred_at between ${within.from} and ${within.to}`.execute(
    db,
  )
  return rows[0]?.days ?? 0
}

export async function markQualified(
  db: Db,
  id: string,
  { at, rewardDueAt }: { at: Date; rewardDueAt: Date },
): Promise<void> {
  await sql`
    update wellness.referral set state = 'QUALIFIED', qualified_at = ${at}, reward_due_at = ${rewardDueAt}, updated_at = ${at}
    where id = ${id} and state = 'JOINED'`.execute(db)
}

/** Somebody whom a person who was invited may really be. */
export interface Kin {
  /** Whoever invited them, another one whom these invited, or one further up the line of invitations. */
  kin: 'REFERRER' | 'INVITED' | 'ABOVE'
  email: string | null
  has_device: boolean
}

const invitedLookedAt = 200
const linesLookedUp = 8

/** Whom to compare somebody with who was invited, and which of them used one of their devices. */
export async function selectKin(
  db: Db,
  { referrer_id, referee_id }: Pick<ReferralRow, 'referrer_id' | 'referee_id'>,
  deviceId: string | null,
): Promise<Kin[]> {
  const { rows } = await sql<Kin>`
    with recursive above as (
      select r.referrer_id as person_id, 1 as steps from wellness.referral r where r.referee_id = ${referrer_id}
      union all
      select r.referrer_id, a.steps + 1 from above a join wellness.referral r on r.referee_id = a.person_id
      where a.steps < ${linesLookedUp}
    ), kin as (
      select ${referrer_id}::uuid as person_id, 'REFERRER' as kin
      union all
      (select r.referee_id, 'INVITED' from wellness.referral r where r.referrer_id = ${referrer_id} and r.referee_id <> ${referee_id}
      order by r.created_at desc, r.id desc limit ${invitedLookedAt})
      union all
      select a.person_id, 'ABOVE' from above a
    )
    select k.kin, u.email_canonical as email, exists (
      select from wellness.device d where d.user_id = k.person_id
        and (d.device_id = ${deviceId}::text
          or exists (select from wellness.device own where own.user_id = ${referee_id} and own.device_id = d.device_id))
    ) as has_device
    from kin k join wellness.users u on u.id = k.person_id`.execute(db)
  return rows
}

/** The address of somebody, and how many came by the same person at about the same time. */
export async function selectArrival(
  db: Db,
  { referrer_id, referee_id }: Pick<ReferralRow, 'referrer_id' | 'referee_id'>,
  around: { from: Date; to: Date; most: number },
): Promise<{ email: string | null; arrivals: number }> {
  const { rows } = await sql<{ email: string | null; arrivals: number }>`
    select u.email_canonical as email, (
      select count(*)::int from (
        select from wellness.referral r where r.referrer_id = ${referrer_id} and r.created_at between ${around.from} and ${around.to}
        limit ${around.most + 1}) near) as arrivals
    from wellness.users u where u.id = ${referee_id}`.execute(db)
  return rows[0] ?? { email: null, arrivals: 0 }
}

/** Adds what was found. What an administrator has not seen yet needs another decision. */
export async function addSignals(db: Db, id: string, signals: readonly Signal[], at: Date): Promise<void> {
  await sql`
    update wellness.referral r set approved_at = null, updated_at = ${at},
      signals = array(select distinct unnest(r.signals || ${[...signals]}::text[]) order by 1)
    where r.id = ${id} and not r.signals @> ${[...signals]}::text[]`.execute(db)
}

/** Rewards of one person follow each other, so that they are counted. */
async function lockRewardsOf(db: Db, referrerId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('wellness.reward ' || ${referrerId}::text, 44))`.execute(
    db,
  )
}

/** Referrals whose reward is due, taken so that nobody else rewards them meanwhile; one that is being decided is waited for. */
export async function lockDue(db: Db, at: Date, limit: number): Promise<ReferralRow[]> {
  const { rows } = await sql<ReferralRow>`
    select ${columns} from wellness.referral r
    where r.state = 'QUALIFIED' and not r.is_held and not r.is_capped and r.reward_due_at <= ${at}
    order by r.reward_due_at, r.id limit ${limit} for update`.execute(db)
  // In one order, since two processes may reward at once.
  const referrers = [...new Set(rows.map(({ referrer_id }) => referrer_id))].sort()
  for (const referrerId of referrers) await lockRewardsOf(db, referrerId)
  return rows
}

/** How many rewards each of some people has. */
export async function countRewarded(
  db: Db,
  referrerIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ referrer_id: string; rewarded: number }>`
    select r.referrer_id, count(*)::int as rewarded from wellness.referral r
    where r.referrer_id = any(${[...referrerIds]}::uuid[]) and r.state = 'REWARDED' group by r.referrer_id`.execute(
    db,
  )
  return new Map(rows.map(({ referrer_id, rewarded }) => [referrer_id, rewarded]))
}

export async function markRewarded(db: Db, ids: readonly string[], at: Date): Promise<void> {
  if (ids.length === 0) return
  await sql`
    update wellness.referral set state = 'REWARDED', rewarded_at = ${at}, updated_at = ${at}
    where id = any(${[...ids]}::uuid[])`.execute(db)
}

export async function markCapped(db: Db, ids: readonly string[], at: Date): Promise<void> {
  if (ids.length === 0) return
  await sql`
    update wellness.referral set is_capped = true, updated_at = ${at} where id = any(${[...ids]}::uuid[])`.execute(
    db,
  )
}

/** There is room for one more reward of a person. @returns whether one waited for it. */
export async function uncapOldest(db: Db, referrerId: string, at: Date): Promise<boolean> {
  const { rows } = await sql`
    update wellness.referral set is_capped = false, updated_at = ${at}
    where id = (
      select r.id from wellness.referral r where r.referrer_id = ${referrerId} and r.state = 'QUALIFIED' and r.is_capped
      order by r.reward_due_at, r.id limit 1)
    returning id`.execute(db)
  return rows.length > 0
}

export interface LedgerRow {
  id: string
  user_id: string
  referral_id: string
  cause: 'REWARDED' | 'REVERSED'
  points: number
  created_at: Date
}

export async function insertLedger(
  db: Db,
  lines: readonly Omit<LedgerRow, 'created_at'>[],
  at: Date,
): Promise<void> {
  if (lines.length === 0) return
  await sql`
    insert into wellness.reward_ledger (id, user_id, referral_id, cause, points, created_at)
    select l.id, l.user_id, l.referral_id, l.cause, l.points, ${at}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb)
      as l(id uuid, user_id uuid, referral_id uuid, cause text, points int)`.execute(db)
}

/** The points that a referral brought. */
export async function selectRewardOf(db: Db, referralId: string): Promise<number> {
  const { rows } = await sql<{ points: number }>`
    select points from wellness.reward_ledger where referral_id = ${referralId} and cause = 'REWARDED'`.execute(
    db,
  )
  return rows[0]?.points ?? 0
}

/** A referral with the names of both, and what it brought. */
export interface NamedReferralRow extends ReferralRow {
  referrer_name: string
  referee_name: string
  /** What it brought, even if that was taken back. */
  reward: number | null
  /** What its lines of the ledger come to. */
  points: number
}

// Before the address is proved, as whoever signed up by this code called themselves.
const refereeName = sql`coalesce(case coming.status when 'PURGED' then '' when 'UNVERIFIED' then (
    select a.name from wellness.sign_up_attempt a where a.user_id = coming.id and a.referred_by_id = r.referrer_id
    order by a.created_at desc limit 1) else coming.name end, '')`

const named = sql`
  select ${columns}, by.name as referrer_name, ${refereeName} as referee_name,
    l.reward, coalesce(l.points, 0) as points
  from wellness.referral r
    join wellness.users by on by.id = r.referrer_id
    join wellness.users coming on coming.id = r.referee_id
    left join lateral (
      select sum(l.points)::int as points, (sum(l.points) filter (where l.cause = 'REWARDED'))::int as reward
      from wellness.reward_ledger l where l.referral_id = r.id
    ) l on true`

export const newestReferral = orderedBy<NamedReferralRow>(
  'desc',
  ['r.created_at', 'timestamptz', 'created_at'],
  ['r.id', 'uuid', 'id'],
)

/** Whom somebody invited. */
export async function selectReferralsOf(
  db: Db,
  referrerId: string,
  page: { after: Key | undefined; limit: number },
): Promise<NamedReferralRow[]> {
  const { rows } = await sql<NamedReferralRow>`
    ${named} where r.referrer_id = ${referrerId} and ${newestReferral.isPast(page.after)}
    order by ${newestReferral.by} limit ${page.limit}`.execute(db)
  return rows
}

export interface ReferralFilter {
  state: ReferralState | null
  isHeld: boolean
  referrerId: string | null
}

const isListed = ({ state, isHeld, referrerId }: ReferralFilter): RawBuilder<unknown> =>
  sql.join(
    [
      sql`true`,
      ...(state === null ? [] : [sql`r.state = ${state}`]),
      ...(isHeld ? [sql`r.is_held`] : []),
      ...(referrerId === null ? [] : [sql`r.referrer_id = ${referrerId}`]),
    ],
    sql` and `,
  )

export async function selectReferrals(
  db: Db,
  {
    after,
    offset,
    limit,
    ...filter
  }: ReferralFilter & { after: Key | undefined; offset: number; limit: number },
): Promise<NamedReferralRow[]> {
  const { rows } = await sql<NamedReferralRow>`
    ${named} where ${isListed(filter)} and ${newestReferral.isPast(after)}
    order by ${newestReferral.by} limit ${limit} offset ${offset}`.execute(db)
  return rows
}

export async function countReferrals(db: Db, filter: ReferralFilter): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from wellness.referral r where ${isListed(filter)}`.execute(db)
  return rows[0]?.count ?? 0
}

export async function selectReferral(db: Db, id: string): Promise<NamedReferralRow | undefined> {
  const { rows } = await sql<NamedReferralRow>`${named} where r.id = ${id}`.execute(db)
  return rows[0]
}

/** How somebody came. */
export async function selectReferralTo(db: Db, refereeId: string): Promise<NamedReferralRow | undefined> {
  const { rows } = await sql<NamedReferralRow>`${named} where r.referee_id = ${refereeId}`.execute(db)
  return rows[0]
}

/** Locked, so that a decision and a reward follow each other. */
export async function lockReferral(db: Db, id: string): Promise<ReferralRow | undefined> {
  const { rows } = await sql<ReferralRow>`
    select ${columns} from wellness.referral r where r.id = ${id} for update`.execute(db)
  return rows[0]
}

/** The referral that somebody came by, locked, if its reward was given or waits; with the language of who invited them. */
export async function lockEarned(
  db: Db,
  refereeId: string,
): Promise<(ReferralRow & { referrer_language: string }) | undefined> {
  const { rows } = await sql<ReferralRow & { referrer_language: string }>`
    select ${columns}, u.language as referrer_language
    from wellness.referral r join wellness.users u on u.id = r.referrer_id
    where r.referee_id = ${refereeId} and r.state in ('QUALIFIED', 'REWARDED') for update of r`.execute(db)
  return rows[0]
}

export async function markApproved(db: Db, id: string, adminId: string, at: Date): Promise<void> {
  await sql`
    update wellness.referral set approved_at = ${at}, is_capped = false, decided_by = ${adminId}, updated_at = ${at}
    where id = ${id}`.execute(db)
}

export async function markRejected(
  db: Db,
  id: string,
  { adminId, reason, at }: { adminId: string | null; reason: string; at: Date },
): Promise<void> {
  await sql`
    update wellness.referral set state = 'REJECTED', rejected_at = ${at}, is_capped = false, decided_by = ${adminId}, reason = ${reason},
      updated_at = ${at}
    where id = ${id}`.execute(db)
}

/** What changes the number of somebody's rewards waits for what counts them. */
export async function markReversed(
  db: Db,
  { id, referrer_id }: Pick<ReferralRow, 'id' | 'referrer_id'>,
  { adminId, reason, at }: { adminId: string | null; reason: string; at: Date },
): Promise<void> {
  await lockRewardsOf(db, referrer_id)
  await sql`
    update wellness.referral set state = 'REVERSED', reversed_at = ${at}, decided_by = ${adminId}, reason = ${reason}, updated_at = ${at}
    where id = ${id}`.execute(db)
}

export interface StateCount {
  state: ReferralState
  count: number
  /** When the first reward of these is due that nothing stands in the way of. */
  next_reward_at: Date | null
}

/** Somebody's referrals by their states: what the history lists, counted in an index. */
export async function countStates(db: Db, referrerId: string): Promise<StateCount[]> {
  const { rows } = await sql<StateCount>`
    select r.state, count(*)::int as count,
      min(r.reward_due_at) filter (where r.state = 'QUALIFIED' and not r.is_held and not r.is_capped) as next_reward_at
    from wellness.referral r where r.referrer_id = ${referrerId} group by r.state`.execute(db)
  return rows
}

/** What the lines of somebody's ledger come to. */
export async function selectBalance(db: Db, userId: string): Promise<number> {
  const { rows } = await sql<{ points: number }>`
    select coalesce(sum(l.points), 0)::int as points from wellness.reward_ledger l where l.user_id = ${userId}`.execute(
    db,
  )
  return rows[0]?.points ?? 0
}

const ledgerLinesShown = 200

/** The newest lines of somebody's ledger. */
export async function selectLedger(db: Db, userId: string): Promise<LedgerRow[]> {
  const { rows } = await sql<LedgerRow>`
    select id, user_id, referral_id, cause, points, created_at from wellness.reward_ledger
    where user_id = ${userId} order by created_at desc, id desc limit ${ledgerLinesShown}`.execute(db)
  return rows
}

/** Who is told of a referral, and of whom. Whoever left hears nothing. */
export async function selectHearers(
  db: Db,
  ids: readonly string[],
): Promise<ReadonlyMap<string, { language: string; referee_name: string }>> {
  const { rows } = await sql<{ id: string; language: string; referee_name: string }>`
    select r.id, by.language, ${refereeName} as referee_name
    from wellness.referral r
      join wellness.users by on by.id = r.referrer_id and by.status in ('ACTIVE', 'SUSPENDED')
      join wellness.users coming on coming.id = r.referee_id
    where r.id = any(${[...ids]}::uuid[])`.execute(db)
  return new Map(rows.map(({ id, ...hearer }) => [id, hearer]))
}
