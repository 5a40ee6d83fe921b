import { Type } from 'typebox'
import { job } from '../../platform/jobs/job.ts'
import { Id } from '../../platform/operation/schema.ts'
import type { Flow, Work } from '../../platform/operation/work.ts'
import { ProviderUnavailable } from '../../platform/provider-errors.ts'
import { portOf, sendPush } from '../../platform/push/ports.ts'
import { quietUntil } from '../../platform/quiet-hours.ts'
import { forgetTokens } from '../devices/public.ts'
import { type NoticePush, selectPushes } from './queries.ts'

/** Has every new notice shown on the phones of its person, each by a job of its own. */
export async function pushNotices({ enqueue }: Work, { notificationIds }: { notificationIds: string[] }) {
  for (const notificationId of notificationIds) await enqueue(pushNotice, { notificationId })
}

/**
 * Shows a notice on the devices of its person, after their quiet hours. What a push service does not take now is
 * tried again with the job; what was taken is not sent a second time.
 */
export const pushNotice = job({
  name: 'wellness.notices.push',
  data: Type.Object({ notificationId: Id }),
  runs: 'steps',
  async handle(flow, { notificationId }) {
    const { read, step, clock, services } = flow
    const pushes = await read(({ db }) => selectPushes(db, notificationId, clock.now()))
    const startAfter = pushes[0] && quietEndOf(pushes[0], clock.now())
    if (startAfter) {
      await step('wait', (work) => work.enqueue(pushNotice, { notificationId }, { startAfter }))
      return
    }
    const served = pushes.filter(({ platform }) => services.missingSettings(portOf[platform]).length === 0)
    const sent = await Promise.allSettled(served.map((push) => send(flow, push)))
    const gone = sent.flatMap((one) => (one.status === 'fulfilled' && one.value ? [one.value] : []))
    if (gone.length > 0) await step('forget', ({ db }) => forgetTokens(db, gone))
    const failure = sent.find((one) => one.status === 'rejected')
    if (failure) throw failure.reason
  },
})

const quietEndOf = (push: NoticePush, now: Date): Date | undefined =>
  push.has_quiet_hours
    ? quietUntil(now, {
        timezone: push.timezone,
        startMinutes: push.quiet_start_minutes,
        endMinutes: push.quiet_end_minutes,
      })
    : undefined

/** @returns what finds the token again, when it leads nowhere any more. */
async function send({ outside }: Flow, { tokenDigest, ...push }: NoticePush): Promise<string | null> {
  const { id, platform, token, title, body, link } = push
  const { outcome } = await outside(`send ${id}`, {
    async call(providers) {
      const sent = await sendPush(providers, { id, platform, token, title, body, link })
      if (sent.outcome === 'later' || sent.outcome === 'unsure') throw new ProviderUnavailable(sent.reason)
      return sent
    },
  })
  return outcome === 'gone' ? tokenDigest : null
}
