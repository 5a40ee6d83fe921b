import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { newId } from '../ids.ts'
import type { Product } from '../operation/operation.ts'
import { ProviderRefused } from '../provider-errors.ts'
import type { MailTransport, StoredMail } from './port.ts'

export interface Mail {
  product: Product
  to: string
  subject: string
  text: string
  /** One of many alike: codes and warnings go first. */
  isBulk?: true
}

const singleLine = (text: string) => text.replace(/[\r\n]+/g, ' ').slice(0, 250)

/** Stores a mail to be sent. @returns its id, for the job. */
export async function storeMail(db: Db, mail: Mail, at: Date): Promise<string> {
  const id = newId()
  await sql`
    insert into platform.mail (id, product, recipient, subject, text, created_at)
    values (${id}, ${mail.product}, ${mail.to}, ${singleLine(mail.subject)}, ${mail.text}, ${at})`.execute(db)
  return id
}

/**
 * Sends a stored mail once: one that was sent or refused is left alone. What went wrong is kept
 * beside it, and it has failed when it was refused or this was the last try.
 */
export async function deliverMail(
  db: Db,
  transport: MailTransport,
  id: string,
  { at, isLastTry }: { at: Date; isLastTry: boolean },
): Promise<void> {
  const { rows } = await sql<StoredMail>`
    select id, recipient, subject, text from platform.mail where id = ${id} and status = 'queued'`.execute(db)
  const mail = rows[0]
  if (!mail) return
  try {
    await transport.send(mail)
  } catch (error) {
    const isRefused = error instanceof ProviderRefused
    const status = isRefused || isLastTry ? 'failed' : 'queued'
    const reason = singleLine(error instanceof Error ? error.message : String(error))
    await sql`
      update platform.mail set status = ${status}, reason = ${reason}, provider = ${transport.provider} where id = ${id}`.execute(
      db,
    )
    if (isRefused) return
    throw error
  }
  await sql`
    update platform.mail set status = 'sent', reason = null, sent_at = ${at}, provider = ${transport.provider} where id = ${id}`.execute(
    db,
  )
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
    where ${options.recipient ?? null}::text is null or recipient = ${options.recipient ?? null}
    order by created_at desc, id desc limit ${options.limit}`.execute(db)
  return rows
}
