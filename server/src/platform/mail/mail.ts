import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { newId } from '../ids.ts'
import type { StoredMail } from './port.ts'

export interface Mail {
  /** In whose name it is sent. */
  product: string
  to: string
  subject: string
  text: string
  /** One of many alike: codes and warnings go first. */
  isBulk?: true
  /** Where its reader says with one click that they want no more of its kind. */
  unsubscribeUrl?: string
  /** Whom an answer goes to, when that is not the sender. */
  replyTo?: string
  /** Stored like any other and sent to nobody, so that its writing takes as long as one that is sent. */
  isWithheld?: boolean
  /** Given up, it is not sent later: what it holds has expired, or something else has followed. */
  isForNow?: boolean
  /** Nothing is left of it once it is sent, or will never be. */
  isForgotten?: boolean
}

const singleLine = (text: string) => text.replace(/[\r\n]+/g, ' ').slice(0, 250)

/** Stores a mail to be sent. @returns its id, for the job. */
export async function storeMail(db: Db, mail: Mail, at: Date): Promise<string> {
  const id = newId()
  await sql`
    insert into platform.mail (id, product, recipient, subject, text, unsubscribe_url, reply_to, status, is_forgotten, created_at)
    values (${id}, ${mail.product}, ${mail.to}, ${singleLine(mail.subject)}, ${mail.text}, ${mail.unsubscribeUrl ?? null},
      ${mail.replyTo === undefined ? null : singleLine(mail.replyTo)}, ${mail.isWithheld ? 'withheld' : 'queued'},
      ${mail.isForgotten ?? false}, ${at})`.execute(db)
  return id
}

/** A stored mail that waits to be sent. */
export async function findQueuedMail(db: Db, id: string): Promise<StoredMail | undefined> {
  const { rows } = await sql<StoredMail>`
    select id, recipient, subject, text, unsubscribe_url as "unsubscribeUrl", reply_to as "replyTo" from platform.mail
    where id = ${id} and status = 'queued'`.execute(db)
  return rows[0]
}

/** Writes down what became of a mail that waited. @returns whether it did wait. */
export async function markMail(
  db: Db,
  id: string,
  outcome: { status: 'queued' | 'sent' | 'failed'; reason: string | null; provider: string | null; at: Date },
): Promise<boolean> {
  const { status, reason, provider, at } = outcome
  const { rows } = await sql`
    update platform.mail set status = ${status}, reason = ${reason && singleLine(reason)}, provider = ${provider},
      sent_at = case when ${status} = 'sent' then ${at}::timestamptz end
    where id = ${id} and status = 'queued' returning id`.execute(db)
  return rows.length > 0
}

/** Lets a mail wait again that was given up. @returns whether there is such a mail. */
export async function requeueMail(db: Db, id: string): Promise<boolean> {
  const { rows } = await sql`
    update platform.mail set status = 'queued', reason = null where id = ${id} and status in ('failed', 'queued')
    returning id`.execute(db)
  return rows.length > 0
}

/** Forgets a settled mail of which nothing is to be left. */
export async function forgetMail(db: Db, id: string): Promise<void> {
  await sql`delete from platform.mail where id = ${id} and is_forgotten and status <> 'queued'`.execute(db)
}

/** The newest mails, for the development outbox. */
export async function newestMails(db: Db, options: { limit: number; recipient?: string }) {
  const { rows } = await sql<{
    id: string
    product: string
    recipient: string
    subject: string
    text: string
    status: string
    reason: string | null
    created_at: Date
  }>`
    select id, product, recipient, subject, text, status, reason, created_at from platform.mail
    where status <> 'withheld' and (${options.recipient ?? null}::text is null or recipient = ${options.recipient ?? null})
    order by created_at desc, id desc limit ${options.limit}`.execute(db)
  return rows
}
