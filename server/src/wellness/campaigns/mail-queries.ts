import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

/** The campaign that a mail is of; undefined of any other mail. */
export async function selectCampaignOfMail(db: Db, mailId: string): Promise<string | undefined> {
  const { rows } = await sql<{ campaign_id: string }>`
    select campaign_id from wellness.delivery where mail_id = ${mailId}`.execute(db)
  return rows[0]?.campaign_id
}

/** Settles the delivery of a mail. Its campaign must be locked. */
export async function settleMailDelivery(
  db: Db,
  mailId: string,
  { status, reason }: { status: 'SENT' | 'FAILED'; reason: string | null },
  now: Date,
): Promise<void> {
  await sql`
    update wellness.delivery set status = ${status}, reason = ${reason?.slice(0, 250) ?? null}, updated_at = ${now}
    where mail_id = ${mailId} and status = 'SENDING'`.execute(db)
}

/** The delivery of a mail that had failed waits for it again. Its campaign must be locked. */
export async function reviveMailDelivery(db: Db, mailId: string, now: Date): Promise<void> {
  await sql`
    update wellness.delivery set status = 'SENDING', reason = null, updated_at = ${now}
    where mail_id = ${mailId} and status = 'FAILED'`.execute(db)
}

/** Sends no more campaigns to the address of a digest. */
export async function suppress(db: Db, addressDigest: Buffer, at: Date): Promise<void> {
  await sql`
    insert into wellness.suppression (address_digest, reason, created_at) values (${addressDigest}, 'UNSUBSCRIBED', ${at})
    on conflict do nothing`.execute(db)
}
