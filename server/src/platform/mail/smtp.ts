import { Type } from 'typebox'
import { provider } from '../provider.ts'
import { ProviderRefused } from '../provider-errors.ts'
import { Address } from '../settings.ts'
import type { MailTransport } from './port.ts'

// Together far below the time after which a job counts as lost and runs elsewhere, too.
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 }

/**
 * Sends through SMTP. A server that took a mail whose answer or whose record got lost is sent it
 * again: the Message-ID stays the same, so mailboxes can tell.
 */
export const smtpMail = provider({
  port: 'mail',
  name: 'smtp',
  summary: 'sends them',
  settings: Type.Object({
    SMTP_URL: Address(['smtp', 'smtps'], 'smtp(s)://user:password@host:port, needed with MAIL_PROVIDER=smtp'),
    MAIL_FROM: Type.String({
      default: 'Plaza <plaza@localhost>',
      maxLength: 320,
      description: 'sender of mails, of a domain of yours',
    }),
  }),
  needs: ['SMTP_URL'],
  async open({ SMTP_URL: url, MAIL_FROM: from }): Promise<MailTransport> {
    const { createTransport } = await import('nodemailer')
    const transport = createTransport({ url, ...timeouts })
    const host = from.match(/@([^>\s]+)/)?.[1] ?? 'localhost'
    return {
      provider: 'smtp',
      async send({ id, recipient: to, subject, text, unsubscribeUrl, replyTo }) {
        const messageId = `<${id}@${host}>`
        const headers = unsubscribeUrl === null ? {} : oneClick(unsubscribeUrl)
        try {
          await transport.sendMail({
            from,
            to,
            ...(replyTo === null ? {} : { replyTo }),
            subject,
            text,
            messageId,
            headers,
          })
        } catch (error) {
          throw isRefusal(error) ? new ProviderRefused(error.message) : error
        }
      },
    }
  },
})

/** The headers by which mail programs show a button and press it for their user (RFC 8058). */
const oneClick = (url: string) => ({
  'List-Unsubscribe': `<${url}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})

/** Only what was said of the recipient or the mail; a 5xx to our sign-in or sender is ours to mend. */
const isRefusal = (error: unknown): error is Error =>
  error instanceof Error &&
  'code' in error &&
  ['EENVELOPE', 'EMESSAGE'].includes(String(error.code)) &&
  'command' in error &&
  error.command !== 'MAIL FROM' &&
  'responseCode' in error &&
  Number(error.responseCode) >= 500
