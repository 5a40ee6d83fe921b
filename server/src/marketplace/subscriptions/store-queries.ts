import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { newId } from '../../platform/ids.ts'
import type { PaymentMode } from '../../platform/payments/port.ts'
import type { StoreState } from './store-event.ts'

interface Told {
  eventId: string
  eventAt: Date
  mode: PaymentMode
}

/**
 * Keeps what a shop said of a subscription, unless it said something newer before.
 * @returns STALE then; else APPLIED.
 */
export async function keepStoreState(
  db: Db,
  said: StoreState,
  { eventId, eventAt, mode, planId, now }: Told & { planId: string; now: Date },
): Promise<'APPLIED' | 'STALE'> {
  const { rows } = await sql`
    insert into marketplace.subscription as known (id, user_id, plan_id, provider, mode, state, renews_at, cancel_at, resume_at,
      access_until, ended_at, store_id, store_event_at, store_event_id, created_at, updated_at)
    values (${newId()}, ${said.userId}, ${planId}, ${said.provider}, ${mode}, ${said.state}, ${said.renewsAt}, ${said.cancelAt},
      ${said.resumeAt}, ${said.accessUntil}, ${said.endedAt}, ${said.storeId}, ${eventAt}, ${eventId}, ${now}, ${now})
    on conflict (provider, mode, store_id) do update set user_id = excluded.user_id, plan_id = excluded.plan_id,
      state = excluded.state, renews_at = excluded.renews_at, cancel_at = excluded.cancel_at, resume_at = excluded.resume_at,
      access_until = excluded.access_until, ended_at = excluded.ended_at, store_event_at = excluded.store_event_at,
      store_event_id = excluded.store_event_id, version = known.version + 1, updated_at = excluded.updated_at
    where (known.store_event_at, known.store_event_id collate "C") < (excluded.store_event_at, excluded.store_event_id collate "C")
    returning id`.execute(db)
  return rows.length > 0 ? 'APPLIED' : 'STALE'
}

/** Gives what some people bought in shops to another one. */
export async function moveStorePurchases(
  db: Db,
  { from, to }: { from: readonly string[]; to: string },
  { eventId, eventAt, mode, now }: Told & { now: Date },
): Promise<'APPLIED' | 'ORPHAN'> {
  const { rows } = await sql`
    update marketplace.subscription set user_id = ${to}, store_event_at = ${eventAt}, store_event_id = ${eventId},
      version = version + 1, updated_at = ${now}
    where user_id = any(${[...from]}::uuid[]) and provider <> 'web' and mode = ${mode} and store_event_at < ${eventAt}
      and exists (select from marketplace.users where id = ${to} and deleted_at is null)
    returning id`.execute(db)
  return rows.length > 0 ? 'APPLIED' : 'ORPHAN'
}
