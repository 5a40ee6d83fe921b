import { sql } from 'kysely'
import { createTransport } from 'nodemailer'
import type { Db } from '../db/database.ts'
import { newId } from '../ids.ts'

export interface Mail {
  /** In whose name it is sent. */
  product: string
  to: string
  subject: string
  text: string
  /** One of many alike: codes and warnings go first. */
  isBulk?: true
}

interface StoredMail {
  id: string
  recipient: string
  subject: string
  text: string
}

/** A server said for good that it will not take a mail; trying again is useless. */
export class MailRefused extends Error {}

/** Delivers a mail, or throws so that the job tries again; MailRefused when that is useless. */
export interface MailTransport {
  provider: 'builtin' | 'smtp'
  send(mail: StoredMail): Promise<void>
}

/** Keeps mails in the table, where `/outbox` and `plaza outbox` show them. */
export const outboxTransport: MailTransport = { provider: 'builtin', send: async () => {} }

// Together far below the time after which a job counts as lost and runs elsewhere, too.
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 }

/**
 * Sends through SMTP; `url` as nodemailer takes it. A server that took a mail whose answer or
 * whose record got lost is sent it again: the Message-ID stays the same, so mailboxes can tell.
 */
export function smtpTransport(url: string, from: string): MailTransport {
  const transport = createTransport({ url, ...timeouts })
  const host = from.match(/@([^>\s]+)/)?.[1] ?? 'localhost'
  return {
    provider: 'smtp',
    async send({ id, recipient, subject, text }) {
      try {
        await transport.sendMail({ from, to: recipient, subject, text, messageId: `<${id}@${host}>` })
      } catch (error) {
        throw isRefusal(error) ? new MailRefused(error.message) : error
      }
    },
  }
}

/** Only what was said of the recipient or the mail; a 5xx to our sign-in or sender is ours to mend. */
const isRefusal = (error: unknown): error is Error =>
  error instanceof Error &&
  'code' in error &&
  ['EENVELOPE', 'EMESSAGE'].includes(String(error.code)) &&
  'command' in error &&
  error.command !== 'MAIL FROM' &&
  'responseCode' in error &&
  Number(error.responseCode) >= 500

const singleLine = (text: string) => text.replace(/[\r\n]+/g, ' ').slice(0, 250)

/** Stores a mail to be sent. @returns its id, for the job. */
export async function storeMail(db: Db, mail: Mail, at: Date): Promise<string> {
  const id = newId()
  await sql`
    insert into platform.mail (id, product, recipient, subject, text, created_at)
    values (${id}, ${mail.product}, ${mail.to}, ${singleLine(mail.subject)}, ${mail.text}, ${at})`.execute(db)
  return id
}

/** A stored mail that waits to be sent. */
export async function findQueuedMail(db: Db, id: string): Promise<StoredMail | undefined> {
  const { rows } = await sql<StoredMail>`
    select id, recipient, subject, text from platform.mail where id = ${id} and status = 'queued'`.execute(db)
  return rows[0]
}

/** Writes down what became of a mail that waited. */
export async function markMail(
  db: Db,
  id: string,
  outcome: { status: 'sent' | 'failed'; reason: string | null; provider: string | null; at: Date },
): Promise<void> {
  const { status, reason, provider, at } = outcome
  await sql`
    update platform.mail set status = ${status}, reason = ${reason && singleLine(reason)}, provider = ${provider},
      sent_at = case when ${status} = 'sent' then ${at}::timestamptz end
    where id = ${id} and status = 'queued'`.execute(db)
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
