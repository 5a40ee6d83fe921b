import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { newId } from '../../platform/ids.ts'
import { uuidPattern } from '../../platform/operation/schema.ts'
import type { StoreSubscription } from '../../platform/stores/port.ts'

/** A number that is larger than that of every question to a store before it, in whatever process. */
export async function nextQuestion(db: Db): Promise<number> {
  const { rows } = await sql<{
    question: number
  }>`select nextval('wellness.store_question') as question`.execute(db)
  return rows[0]?.question ?? 0
}

export interface Answered extends StoreSubscription {
  provider: string
  purchaseToken: string
  /** From `nextQuestion`, taken before the store was asked. */
  question: number
}

/**
 * Keeps what a store said of a purchase, unless an answer to a later question is kept already.
 * @returns STALE then; else ORPHAN where nobody of ours bought it, or APPLIED.
 */
export async function keepPurchase(
  db: Db,
  said: Answered,
  now: Date,
): Promise<'APPLIED' | 'ORPHAN' | 'STALE'> {
  const buyer = new RegExp(uuidPattern).test(said.boughtBy ?? '') ? said.boughtBy : null
  // Where the store names nobody, it is theirs whose purchase it goes on with.
  const before = said.boughtBy === undefined ? (said.linkedToken ?? said.expiredToken) : undefined
  const { rows } = await sql<{ status: 'OWNED' | 'ORPHAN' }>`
    insert into wellness.store_purchase as known (id, provider, purchase_token, product_id, state, expires_at, is_renewing,
      linked_token, answer, question, asked_at, owner_id, created_at)
    values (${newId()}, ${said.provider}, ${said.purchaseToken}, ${said.productId}, ${said.state}, ${said.expiresAt ?? null}, ${said.isRenewing},
      ${said.linkedToken ?? null}, ${JSON.stringify(said.answer)}::jsonb, ${said.question}, ${now},
      (select u.id from wellness.users u where u.status <> 'PURGED' and u.id = coalesce(${buyer}::uuid, (
        select b.owner_id from wellness.store_purchase b where b.provider = ${said.provider}
          and wellness.digest_of(b.purchase_token) = wellness.digest_of(${before ?? null})))), ${now})
    on conflict (provider, wellness.digest_of(purchase_token)) do update set product_id = excluded.product_id,
      state = excluded.state, expires_at = excluded.expires_at, is_renewing = excluded.is_renewing,
      linked_token = excluded.linked_token, answer = excluded.answer, question = excluded.question,
      asked_at = excluded.asked_at, owner_id = coalesce(known.owner_id, excluded.owner_id)
    where known.question < excluded.question
    returning status`.execute(db)
  const [kept] = rows
  if (!kept) return 'STALE'
  return kept.status === 'ORPHAN' ? 'ORPHAN' : 'APPLIED'
}

/** Whose a purchase is, if it is anybody's of ours. */
export async function selectBuyer(
  db: Db,
  { provider, purchaseToken }: Pick<Answered, 'provider' | 'purchaseToken'>,
): Promise<string | undefined> {
  const { rows } = await sql<{ owner_id: string }>`
    select owner_id from wellness.store_purchase where provider = ${provider}
      and wellness.digest_of(purchase_token) = wellness.digest_of(${purchaseToken}) and owner_id is not null`.execute(
    db,
  )
  return rows[0]?.owner_id
}

// In Google's words. Who cancelled has paid until the end, and in the grace period Google moves the end.
const paid = [
  'SUBSCRIPTION_STATE_ACTIVE',
  'SUBSCRIPTION_STATE_CANCELED',
  'SUBSCRIPTION_STATE_IN_GRACE_PERIOD',
]
const unpaid = ['SUBSCRIPTION_STATE_PENDING', 'SUBSCRIPTION_STATE_PENDING_PURCHASE_CANCELED']

// What a store last called paid, that has not ended, and whose place no other paid one has taken.
const isInForce = (now: Date) => sql`bought.state = any(${paid}::text[]) and bought.expires_at > ${now}
    and not exists (
      select from wellness.store_purchase next
      where next.owner_id = bought.owner_id and next.provider = bought.provider
        and next.linked_token = bought.purchase_token and next.state <> all(${unpaid}::text[]))`

/** The one rule of who has a subscription: whether the person in a column such as `u.id` owns a purchase in force. */
export const isEntitled = (userColumn: string, now: Date): RawBuilder<boolean> => sql<boolean>`exists (
  select from wellness.store_purchase bought
  where bought.owner_id = ${sql.ref(userColumn)} and ${isInForce(now)})`

export interface SubscriptionRow {
  provider: string
  product_id: string
  expires_at: Date
  is_renewing: boolean
}

/** What somebody is subscribed to, the longest of it. */
export async function selectSubscription(
  db: Db,
  userId: string,
  now: Date,
): Promise<SubscriptionRow | undefined> {
  const { rows } = await sql<SubscriptionRow>`
    select bought.provider, bought.product_id, bought.expires_at, bought.is_renewing from wellness.store_purchase bought
    where bought.owner_id = ${userId} and ${isInForce(now)} order by bought.expires_at desc, bought.id limit 1`.execute(
    db,
  )
  return rows[0]
}

/** Whether a user has a subscription now. */
export async function hasSubscription(db: Db, userId: string, now: Date): Promise<boolean> {
  const { rows } = await sql<{ is_entitled: boolean }>`
    select ${isEntitled('u.id', now)} as is_entitled from wellness.users u where u.id = ${userId}`.execute(db)
  return rows[0]?.is_entitled ?? false
}
