import { job } from '../../platform/jobs/job.ts'
import { Nothing } from '../../platform/jobs/sweep.ts'
import type { Work } from '../../platform/operation/work.ts'
import { textsIn } from '../texts.ts'
import { kindOf } from '../users/public.ts'
import { type NotificationRow, selectWaiting } from './inbox-queries.ts'
import { type DueDigest, lockDueDigests, updatePreference } from './preference-queries.ts'
import { nextDigest } from './preferences.ts'
import { headingOf } from './shapes.ts'

const sentAtOnce = 50
const mostLines = 10
const longestLine = 120

const lineOf = (row: NotificationRow) => {
  const { title, message } = headingOf(row)
  return [...`- ${title}: ${message}`.replace(/\s+/g, ' ')].slice(0, longestLine).join('')
}

/** Mails somebody what waited since the last time, if anything did and their address is known to be theirs. */
async function mailDigest({ mail, publicUrl, db }: Work, person: DueDigest, now: Date): Promise<void> {
  if (person.status !== 'active' || !person.is_verified || person.email === null) return
  const reader = {
    id: person.id,
    kind: kindOf(person),
    isVerified: person.is_verified,
    createdAt: person.created_at,
  }
  const since = person.digested_at ?? now
  const { count, newest } = await selectWaiting(db, reader, now, {
    since,
    without: person.not_mailed,
    most: mostLines,
  })
  if (count === 0) return
  const { greeting, digest } = textsIn(person.language)
  const lines = newest.map(lineOf)
  if (count > lines.length) lines.push(digest.more(count - lines.length))
  await mail({
    to: person.email,
    subject: digest.subject(count),
    text: `${greeting(person.name)}${digest.text(lines.join('\n'), `${publicUrl}/notices`, `${publicUrl}/you/notifications`)}`,
    isBulk: true,
  })
}

/** Sends the digests that are due, and says when the next ones are. Who moved to another zone gets it when it is time there. */
export const sendDigests = job({
  name: 'marketplace.digests',
  cron: '*/5 * * * *',
  data: Nothing,
  runs: 'write',
  async handle(work) {
    const now = work.clock.now()
    const due = await lockDueDigests(work.db, now, sentAtOnce)
    for (const person of due) {
      const isTime = person.digest_timezone === person.timezone
      if (isTime) await mailDigest(work, person, now)
      const next = {
        digest_due_at: nextDigest(now, person, person.timezone),
        digest_timezone: person.timezone,
        digested_at: isTime ? now : person.digested_at,
      }
      await updatePreference(work.db, person.id, { ...person, ...next }, now)
    }
    if (due.length === sentAtOnce) await work.enqueue(sendDigests, {})
  },
})
