import { sql } from 'kysely'
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
  const { rows } = await sql<{ status: 'OWNED' | 'ORPHAN' }>`
    insert into wellness.store_purchase as known (id, provider, purchase_token, product_id, state, expires_at, is_renewing,
      linked_token, answer, question, asked_at, owner_id, created_at)
    values (${newId()}, ${said.provider}, ${said.purchaseToken}, ${said.productId}, ${said.state}, ${said.expiresAt ?? null}, ${said.isRenewing},
      ${said.linkedToken ?? null}, ${JSON.stringify(said.answer)}::jsonb, ${said.question}, ${now},
      (select id from wellness.users where id = ${buyer}::uuid and status <> 'PURGED'), ${now})
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
