import { sql } from 'kysely'
import { Type } from 'typebox'
import { days } from '../clock.ts'
import { job } from '../jobs/job.ts'
import { ago, sweep } from '../jobs/sweep.ts'
import { Id } from '../operation/schema.ts'
import type { Work } from '../operation/work.ts'
import { ProviderRefused } from '../provider-errors.ts'
import { mailRevived, mailSettled } from './announcements.ts'
import { findQueuedMail, forgetMail, markMail, requeueMail } from './mail.ts'

/** Sends a stored mail. One that was sent or refused is left alone. */
export const deliverMail = job({
  name: 'mail.deliver',
  data: Type.Object({ mailId: Id, isForNow: Type.Optional(Type.Literal(true)) }),
  runs: 'steps',
  atOnce: 5,
  async handle({ read, outside, step }, { mailId }) {
    const mail = await read(({ db }) => findQueuedMail(db, mailId))
    if (!mail) return
    const sent = await outside('send', {
      async call({ mail: transport }) {
        const { provider } = transport
        try {
          await transport.send(mail)
          return { provider, refusal: null }
        } catch (error) {
          if (error instanceof ProviderRefused) return { provider, refusal: error.message }
          throw error
        }
      },
    })
    await step('mark', (work) => settleMail(work, mailId, sent))
  },
  async onFailure({ db, clock }, { mailId }, reason) {
    await markMail(db, mailId, { status: 'queued', reason, provider: null, at: clock.now() })
  },
  onLastFailure: (work, { mailId }, refusal) => settleMail(work, mailId, { refusal, provider: null }),
  async onRevive({ db, announce }, { mailId, isForNow }) {
    if (isForNow)
      return 'This mail is of no use any more: its code has expired, or something else followed when it could not be sent.'
    if (!(await requeueMail(db, mailId))) return 'This mail is sent, or not kept any more.'
    await announce(mailRevived, { mailId })
    return null
  },
})

/** Writes down what became of a mail for good, and tells who sent it. */
async function settleMail(
  { db, clock, announce }: Work,
  mailId: string,
  { refusal: reason, provider }: { refusal: string | null; provider: string | null },
): Promise<void> {
  const isSent = reason === null
  const outcome = { status: isSent ? 'sent' : 'failed', reason, provider, at: clock.now() } as const
  if (await markMail(db, mailId, outcome)) await announce(mailSettled, { mailId, isSent, reason })
  await forgetMail(db, mailId)
}

export const sweepMails = sweep('mail.sweep', '4-59/15 * * * *', (now) => ({
  'platform.mail': sql`status = 'withheld' or (status <> 'queued' and created_at < ${ago(now, days(7))})`,
}))
