import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { buyOnAndroid, subscriptionNotice } from '../../testing/android-notices.ts'
import type { Arranged } from '../../testing/arranged.ts'
import { operationNamed, perform } from '../../testing/arrangements.ts'
import { inProduct, runNow, sweepNow } from '../../testing/jobs.ts'
import { eventually, later, world } from '../../testing/kit.ts'
import { jobsDone } from '../../testing/rows.ts'
import { applyAndroidNotice } from '../../wellness/subscriptions/jobs.ts'
import { days, hours, minutes } from '../clock.ts'
import { newId } from '../ids.ts'
import { replay } from './inbox.ts'
import { resumeInbox, sweepInbox } from './jobs.ts'

/** What the inbox promises of every event, by those of a store. */

const webhook = operationNamed('wellness', 'receiveAndroidWebhook')

async function deliver(notice: Arranged): Promise<void> {
  expect((await perform(webhook, notice)).status).toBe(200)
}

const messageIdOf = ({ body }: Arranged) => (body?.message as { messageId: string } | undefined)?.messageId

interface Event {
  id: string
  bytes: Buffer
  headers: Record<string, string>
  applied_at: Date | null
  attempts: number
  outcome: string | null
}

async function eventOf(notice: Arranged): Promise<Event | undefined> {
  const { host } = await world()
  const { rows } = await sql<Event>`
    select id, bytes, headers, applied_at, attempts, outcome from platform.inbox
    where event_id = ${messageIdOf(notice)}`.execute(host.services.db)
  return rows[0]
}

const applied = (notice: Arranged) =>
  eventually(async () => {
    const event = await eventOf(notice)
    return event?.applied_at ? event : undefined
  })

/** An event that was kept, and whose job nobody knows of. */
async function forgotten(): Promise<{ notice: Arranged; id: string }> {
  const { host } = await world()
  const notice = await subscriptionNotice((await buyOnAndroid()).token, 4)
  await deliver(notice)
  const { id } = await applied(notice)
  await sql`update platform.inbox set applied_at = null, outcome = null where id = ${id}`.execute(
    host.services.db,
  )
  return { notice, id }
}

describe('an event', () => {
  test('is kept as it came, without what would let somebody pass for its sender', async () => {
    const notice = await subscriptionNotice((await buyOnAndroid()).token, 4)
    await deliver({ ...notice, headers: { 'x-forwarded-for': '192.0.2.1', cookie: 'a=b' } })
    const { bytes, headers } = await applied(notice)
    expect(bytes.toString()).toBe(JSON.stringify(notice.body))
    expect(headers).toMatchObject({ 'content-type': 'application/json', 'x-forwarded-for': '192.0.2.1' })
    expect(JSON.stringify(headers)).not.toMatch(/bearer|authorization|cookie/i)
  })

  test('that was kept and never applied is applied when it comes again', async () => {
    const { notice } = await forgotten()
    await deliver(notice)
    await jobsDone()
    // The first job may still be on its way.
    expect((await eventOf(notice))?.applied_at).toBeNull()
    await later(minutes(3), () => deliver(notice))
    expect(await applied(notice)).toMatchObject({ attempts: 2, outcome: 'ORPHAN' })
  })

  test('that was never applied is found by the clock, too, for a week', async () => {
    const { notice } = await forgotten()
    await later(hours(1), () => runNow(resumeInbox, {}))
    await later(days(8), () => runNow(resumeInbox, {}))
    await jobsDone()
    expect((await eventOf(notice))?.applied_at).toBeNull()
    await later(hours(3), () => runNow(resumeInbox, {}))
    await applied(notice)
  })

  test('is applied once, however many jobs come to it', async () => {
    const { notice, id } = await forgotten()
    await Promise.all(Array.from({ length: 8 }, () => runNow(applyAndroidNotice, { inboxId: id })))
    expect(await eventOf(notice)).toMatchObject({ attempts: 2, outcome: 'ORPHAN' })
  })

  test('is applied once more when an operator asks for it', async () => {
    const purchase = await buyOnAndroid()
    const notice = await subscriptionNotice(purchase.token, 4)
    await deliver(notice)
    const { id } = await applied(notice)
    purchase.becomes('EXPIRED')
    expect(await inProduct('marketplace', (work) => replay(work, id))).toBe(true)
    expect(await applied(notice)).toMatchObject({ attempts: 2 })
    expect(await purchase.row()).toMatchObject({ state: 'SUBSCRIPTION_STATE_EXPIRED' })
    expect(await inProduct('marketplace', (work) => replay(work, newId()))).toBe(false)
  })

  test('goes a month after it was applied, and stays until then', async () => {
    const { notice } = await forgotten()
    const done = await subscriptionNotice((await buyOnAndroid()).token, 4)
    await deliver(done)
    await applied(done)
    await later(days(29), () => sweepNow(sweepInbox))
    expect(await eventOf(done)).toBeDefined()
    await later(days(31), () => sweepNow(sweepInbox))
    expect(await eventOf(done)).toBeUndefined()
    expect(await eventOf(notice)).toBeDefined()
  })
})
