import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { newId } from '../../platform/ids.ts'
import type { Language } from '../../platform/language.ts'
import { orderedBy } from '../../platform/operation/order.ts'
import type { Key } from '../../platform/operation/page.ts'
import type { List, State } from './lists.ts'

/** An address that is to be on some lists. */
export interface Wish {
  addressDigest: Buffer
  email: string
  lists: readonly List[]
  language: Language
}

const idsFor = ({ lists }: Wish) => lists.map(() => newId())

/**
 * Writes down that an address may want to be on some lists. What its owner has said already stays.
 * @returns whether there is one among them that it is not on.
 */
export async function noteWish(db: Db, wish: Wish, now: Date): Promise<boolean> {
  const { addressDigest, email, lists, language } = wish
  const { rows } = await sql<{ state: State }>`
    insert into marketplace.mailing_subscription as s (id, address_digest, list, email, language, state, created_at, updated_at)
    select id, ${addressDigest}, list, ${email}, ${language}, 'pending', ${now}::timestamptz, ${now}::timestamptz
    from unnest(${idsFor(wish)}::uuid[], ${[...lists]}::text[]) as w (id, list)
    on conflict (address_digest, list) do update set updated_at = excluded.updated_at
    returning state`.execute(db)
  return rows.some(({ state }) => state !== 'active')
}

/** Puts an address on some lists, by the word of its owner. @returns those that it was not on before. */
export async function activate(db: Db, wish: Wish, now: Date): Promise<List[]> {
  const { addressDigest, email, lists, language } = wish
  const { rows } = await sql<{ list: List }>`
    insert into marketplace.mailing_subscription as s (id, address_digest, list, email, language, state, created_at, updated_at,
      confirmed_at)
    select id, ${addressDigest}, list, ${email}, ${language}, 'active', ${now}::timestamptz, ${now}::timestamptz, ${now}::timestamptz
    from unnest(${idsFor(wish)}::uuid[], ${[...lists]}::text[]) as w (id, list)
    on conflict (address_digest, list) do update set state = 'active', email = excluded.email, language = excluded.language,
      updated_at = excluded.updated_at, confirmed_at = excluded.confirmed_at
    where s.state <> 'active' returning list`.execute(db)
  return rows.map(({ list }) => list)
}

/** Takes an address off every list and forgets it; links that would put it back are void. */
export async function suppress(db: Db, addressDigest: Buffer, now: Date): Promise<void> {
  await sql`delete from marketplace.mailing_question where address_digest = ${addressDigest}`.execute(db)
  await sql`
    update marketplace.mailing_subscription set state = 'suppressed', email = null, updated_at = ${now}
    where address_digest = ${addressDigest} and state <> 'suppressed'`.execute(db)
}

export async function insertQuestion(
  db: Db,
  { tokenDigest, expiresAt, ...wish }: Wish & { tokenDigest: Buffer; expiresAt: Date },
): Promise<void> {
  await sql`
    insert into marketplace.mailing_question (token_digest, address_digest, email, lists, language, expires_at)
    values (${tokenDigest}, ${wish.addressDigest}, ${wish.email}, ${[...wish.lists]}::text[], ${wish.language}, ${expiresAt})`.execute(
    db,
  )
}

/** What a link asks; undefined once its time has passed. */
export async function selectQuestion(db: Db, tokenDigest: Buffer, now: Date): Promise<Wish | undefined> {
  const { rows } = await sql<Wish>`
    select address_digest as "addressDigest", email, lists, language from marketplace.mailing_question
    where token_digest = ${tokenDigest} and expires_at > ${now}`.execute(db)
  return rows[0]
}

export interface SubscriptionRow {
  id: string
  email: string | null
  list: List
  state: State
  language: string
  created_at: Date
  confirmed_at: Date | null
}

export const newestSubscriptions = orderedBy<SubscriptionRow>(
  'desc',
  ['created_at', 'timestamptz', 'created_at'],
  ['id', 'uuid', 'id'],
)

export async function selectSubscriptions(
  db: Db,
  filter: { list: List | null; state: State | null; after: Key | undefined; limit: number },
): Promise<SubscriptionRow[]> {
  const isOnList = filter.list === null ? sql`true` : sql`list = ${filter.list}`
  const isInState = filter.state === null ? sql`true` : sql`state = ${filter.state}`
  const { rows } = await sql<SubscriptionRow>`
    select id, email, list, state, language, created_at, confirmed_at from marketplace.mailing_subscription
    where ${isOnList} and ${isInState} and ${newestSubscriptions.isPast(filter.after)}
    order by ${newestSubscriptions.by} limit ${filter.limit}`.execute(db)
  return rows
}

export async function selectCounts(db: Db): Promise<{ list: List; state: State; people: number }[]> {
  const { rows } = await sql<{ list: List; state: State; people: number }>`
    select list, state, people from marketplace.mailing_count`.execute(db)
  return rows
}

/** Takes the addresses themselves off every list. @returns how many places they had. */
export async function suppressSome(db: Db, addressDigests: readonly Buffer[], now: Date): Promise<number> {
  const { rows } = await sql`
    update marketplace.mailing_subscription set state = 'suppressed', email = null, updated_at = ${now}
    where address_digest = any(${[...addressDigests]}::bytea[]) and state <> 'suppressed' returning 1`.execute(
    db,
  )
  return rows.length
}
