import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { Card } from '../../platform/payments/charging.ts'
import type { Processor } from './processor.ts'

// Every statement about saved cards.

export interface CardRow {
  id: string
  provider_card_id: string
  brand: string
  last4: string
  expiry_month: number
  expiry_year: number
  is_default: boolean
  created_at: Date
}

const columns = sql`m.id, m.provider_card_id, m.brand, m.last4, m.expiry_month, m.expiry_year, m.is_default, m.created_at`

const ownedBy = (personId: string, { provider, mode }: Processor) => sql`
  c.user_id = ${personId} and c.provider = ${provider} and c.mode = ${mode}`

/** Somebody's cards, the default first, then the newest. */
export async function selectCards(db: Db, personId: string, processor: Processor): Promise<CardRow[]> {
  const { rows } = await sql<CardRow>`
    select ${columns} from marketplace.payment_method m join marketplace.payment_customer c on c.id = m.customer_id
    where ${ownedBy(personId, processor)} and m.removed_at is null
    order by m.is_default desc, m.created_at desc, m.id desc`.execute(db)
  return rows
}

/** The card that somebody names, or their default, with who they are to the provider. */
export async function selectPayingCard(
  db: Db,
  personId: string,
  processor: Processor,
  cardId: string | undefined,
): Promise<{ provider_card_id: string; provider_customer_id: string } | undefined> {
  const which = cardId === undefined ? sql`m.is_default` : sql`m.id = ${cardId}`
  const { rows } = await sql<{ provider_card_id: string; provider_customer_id: string }>`
    select m.provider_card_id, c.provider_customer_id
    from marketplace.payment_method m join marketplace.payment_customer c on c.id = m.customer_id
    where ${ownedBy(personId, processor)} and m.removed_at is null and c.provider_customer_id is not null and ${which}`.execute(
    db,
  )
  return rows[0]
}

/** Whoever changes somebody's cards does so one after the other. */
export async function lockCustomer(db: Db, customerId: string): Promise<void> {
  await sql`select id from marketplace.payment_customer where id = ${customerId} for no key update`.execute(
    db,
  )
}

/** The card of a customer under a number that they have saved. Under `lockCustomer`. */
export async function selectSameCard(
  db: Db,
  customerId: string,
  fingerprint: string,
): Promise<CardRow | undefined> {
  const { rows } = await sql<CardRow>`
    select ${columns} from marketplace.payment_method m
    where m.customer_id = ${customerId} and m.fingerprint = ${fingerprint} and m.removed_at is null`.execute(
    db,
  )
  return rows[0]
}

export async function countCards(db: Db, customerId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from marketplace.payment_method
    where customer_id = ${customerId} and removed_at is null`.execute(db)
  return rows[0]?.n ?? 0
}

export async function insertCard(
  db: Db,
  {
    id,
    customerId,
    card,
    isDefault,
    at,
  }: { id: string; customerId: string; card: Card; isDefault: boolean; at: Date },
): Promise<void> {
  await sql`
    insert into marketplace.payment_method (id, customer_id, provider_card_id, fingerprint, brand, last4, expiry_month,
      expiry_year, is_default, created_at)
    values (${id}, ${customerId}, ${card.id}, ${card.fingerprint}, ${card.brand}, ${card.last4}, ${card.expiryMonth},
      ${card.expiryYear}, ${isDefault}, ${at})`.execute(db)
}

/** The provider's newest name for a card that was saved again, and what else it says of it now. */
export async function renewCard(db: Db, id: string, card: Card): Promise<void> {
  await sql`
    update marketplace.payment_method set provider_card_id = ${card.id}, brand = ${card.brand},
      expiry_month = ${card.expiryMonth}, expiry_year = ${card.expiryYear} where id = ${id}`.execute(db)
}

/** Makes one card the default, and no other. */
export async function makeDefault(db: Db, customerId: string, id: string): Promise<void> {
  await sql`
    update marketplace.payment_method set is_default = false
    where customer_id = ${customerId} and is_default and removed_at is null and id <> ${id}`.execute(db)
  await sql`update marketplace.payment_method set is_default = true where id = ${id}`.execute(db)
}

/** A card of somebody, whatever the provider, also one that was removed; its owner's cards are locked. */
export async function lockOwnCard(
  db: Db,
  personId: string,
  id: string,
): Promise<
  | ({
      customer_id: string
      provider_card_id: string
      removed_at: Date | null
      is_default: boolean
      is_charged: boolean
    } & Processor)
  | undefined
> {
  await sql`
    select c.id from marketplace.payment_customer c join marketplace.payment_method m on m.customer_id = c.id
    where m.id = ${id} and c.user_id = ${personId} for no key update of c`.execute(db)
  const { rows } = await sql<
    {
      customer_id: string
      provider_card_id: string
      removed_at: Date | null
      is_default: boolean
      is_charged: boolean
    } & Processor
  >`
    select m.customer_id, m.provider_card_id, m.removed_at, m.is_default, c.provider, c.mode,
      exists (select from marketplace.payment p where p.provider_card_id = m.provider_card_id
        and p.status in ('processing', 'requires_action')) as is_charged
    from marketplace.payment_method m join marketplace.payment_customer c on c.id = m.customer_id
    where m.id = ${id} and c.user_id = ${personId}`.execute(db)
  return rows[0]
}

/** Removes a card; the next newest is the default then. @returns whether there is another one. */
export async function removeCard(db: Db, customerId: string, id: string, at: Date): Promise<void> {
  await sql`
    update marketplace.payment_method set removed_at = ${at}, is_default = false where id = ${id}`.execute(db)
  await sql`
    update marketplace.payment_method set is_default = true where id = (
      select id from marketplace.payment_method where customer_id = ${customerId} and removed_at is null
        and not exists (select from marketplace.payment_method d
          where d.customer_id = ${customerId} and d.is_default and d.removed_at is null)
      order by created_at desc, id desc limit 1)`.execute(db)
}

/** What is known of where a payment's money came from, as receipts name it. */
export async function sourceNameOf(
  db: Db,
  {
    user_id: userId,
    provider,
    provider_card_id: cardId,
  }: { user_id: string; provider: string; provider_card_id: string | null },
): Promise<string> {
  if (provider === 'paypal') return 'PayPal'
  if (cardId === null) return ''
  const { rows } = await sql<{ name: string }>`
    select initcap(m.brand) || ' ·· ' || m.last4 as name
    from marketplace.payment_customer c join marketplace.payment_method m on m.customer_id = c.id
    where c.user_id = ${userId} and m.provider_card_id = ${cardId}
    order by m.removed_at is not null, m.created_at desc limit 1`.execute(db)
  return rows[0]?.name ?? ''
}
