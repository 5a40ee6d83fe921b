import { sql } from 'kysely'
import { Type } from 'typebox'
import { days } from '../clock.ts'
import { job } from '../jobs/job.ts'
import { ago, sweep } from '../jobs/sweep.ts'
import { Id } from '../operation/schema.ts'
import { ProviderRefused } from '../provider-errors.ts'
import { findQueuedMail, markMail } from './mail.ts'

/** Sends a stored mail. One that was sent or refused is left alone. */
export const deliverMail = job({
  name: 'mail.deliver',
  data: Type.Object({ mailId: Id }),
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
    await step('mark', ({ db, clock }) =>
      markMail(db, mailId, {
        status: sent.refusal === null ? 'sent' : 'failed',
        reason: sent.refusal,
        provider: sent.provider,
        at: clock.now(),
      }),
    )
  },
  onFailure: ({ db, clock }, { mailId }, reason) =>
    markMail(db, mailId, { status: 'queued', reason, provider: null, at: clock.now() }),
  onLastFailure: ({ db, clock }, { mailId }, reason) =>
    markMail(db, mailId, { status: 'failed', reason, provider: null, at: clock.now() }),
})

export const sweepMails = sweep('mail.sweep', '4-59/15 * * * *', (now) => ({
  'platform.mail': sql`status <> 'queued' and created_at < ${ago(now, days(7))}`,
}))
