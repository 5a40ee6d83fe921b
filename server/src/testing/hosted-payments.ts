import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Arranged } from './arranged.ts'
import { type Answer, call, eventually, granted, type TestPerson, world } from './kit.ts'
import { addFunds } from './payments.ts'

/** What people do on PayPal's pages, and what PayPal tells of it. */

const base = '/api/v1/payment-mgt'

/** Money that somebody begins to add, with the page on which they pay. */
export async function openAtPayPal(as: TestPerson, { amount = 25, currency = 'EUR' } = {}) {
  const { body } = await granted(addFunds(as, { amount, currency, source: 'paypal' }))
  const { tell } = (await world()).paypal
  return { id: String(body.data._id), page: String(body.data.approval_url), tell }
}

export const instantNotice = (payload: Buffer): Arranged => ({
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  payload,
})

export const deliverInstantNotice = (payload: Buffer): Promise<Answer> =>
  call('POST', `${base}/ipn-check`, { ...instantNotice(payload) })

/** What stands in the inbox of a notice, once it was applied. */
export const appliedNotice = (bytes: Buffer): Promise<{ id: string; bytes: Buffer; outcome: string }> =>
  eventually(async () => {
    const eventId = createHash('sha256').update(bytes).digest('hex')
    const { rows } = await sql<{ id: string; bytes: Buffer; outcome: string }>`
      select id, bytes, outcome from platform.inbox
      where provider = 'paypal' and event_id = ${eventId} and applied_at is not null`.execute(
      (await world()).host.services.db,
    )
    return rows[0]
  })

/** Delivers a notice and waits for what comes of it. */
export async function hear(bytes: Buffer): Promise<string> {
  await granted(deliverInstantNotice(bytes))
  return (await appliedNotice(bytes)).outcome
}

/** A notice that came and was applied. @returns its row. */
export async function receivedInstantNotice(as: TestPerson): Promise<string> {
  const { page, tell } = await openAtPayPal(as)
  const bytes = tell(page)
  await hear(bytes)
  return (await appliedNotice(bytes)).id
}
