import { createHmac, timingSafeEqual } from 'node:crypto'
import { minutes, seconds } from '../clock.ts'
import { newId } from '../ids.ts'
import type { Work } from '../operation/work.ts'
import * as queries from './code-queries.ts'
import type { Person } from './person.ts'

/** What a code is good for and who gets it; each has one live code at a time. */
export interface CodeOwner {
  person: Person
  purpose: string
}

export type CodeCheck = 'right' | 'expired' | 'locked' | { wrong: true; triesLeft: number }

export interface NextCode {
  code: string
  /** False while the last sending is under a minute ago. */
  isDue: boolean
  expiresAt: Date
  /** From when on it is due again. */
  resendAt: Date
}

type Bound = Pick<Work, 'db' | 'clock' | 'services'>

const lifetime = minutes(10)
export const codeLifetimeInWords = 'ten minutes'
export const codeTries = 5
const coolDown = seconds(60)

/** The digits derive from the row, so that the database alone tells no code. */
function digitsOf({ services }: Pick<Work, 'services'>, id: string): string {
  const digest = createHmac('sha256', services.settings.signingSecret).update(`code\n${id}`).digest()
  return String(digest.readUIntBE(0, 6) % 1_000_000).padStart(6, '0')
}

const resendAfter = (sentAt: Date) => new Date(sentAt.getTime() + coolDown)

/**
 * The code to send now. A live one is repeated, so that a late mail still helps; a new one is made
 * after expiry, use or lock. One that is due counts as sent.
 */
export async function nextCode(work: Bound, { person, purpose }: CodeOwner): Promise<NextCode> {
  const { db, clock } = work
  const now = clock.now()
  const live = await queries.lockLiveCode(db, person, purpose)
  if (live && live.expires_at > now && live.wrong_tries < codeTries) {
    const isDue = now.getTime() - live.sent_at.getTime() >= coolDown
    if (isDue) await queries.updateCode(db, live.id, { sentAt: now })
    const resendAt = resendAfter(isDue ? now : live.sent_at)
    return { code: digitsOf(work, live.id), isDue, expiresAt: live.expires_at, resendAt }
  }
  const expiresAt = new Date(now.getTime() + lifetime)
  const row = await queries.replaceCode(db, person, { id: newId(), purpose, at: now, expiresAt })
  const resendAt = resendAfter(now)
  // A twin that raced this one sends its own.
  if (!row) return { code: '', isDue: false, expiresAt: now, resendAt }
  return { code: digitsOf(work, row.id), isDue: true, expiresAt: row.expires_at, resendAt }
}

/** Tries a code; a right one is used up. Return the caller's refusal, do not throw it: a wrong try counts. */
export async function checkCode(
  work: Bound,
  { person, purpose }: CodeOwner,
  code: string,
): Promise<CodeCheck> {
  const { db, clock } = work
  const now = clock.now()
  const live = await queries.lockLiveCode(db, person, purpose)
  if (!live) return { wrong: true, triesLeft: codeTries - 1 }
  if (live.wrong_tries >= codeTries) return 'locked'
  if (live.expires_at <= now) return 'expired'
  const given = Buffer.from(code.padStart(6, ' '))
  const expected = Buffer.from(digitsOf(work, live.id))
  if (given.length === expected.length && timingSafeEqual(given, expected)) {
    await queries.updateCode(db, live.id, { usedAt: now })
    return 'right'
  }
  await queries.updateCode(db, live.id, { wrongTries: live.wrong_tries + 1 })
  const triesLeft = codeTries - live.wrong_tries - 1
  return triesLeft === 0 ? 'locked' : { wrong: true, triesLeft }
}

/** Whether a person gave this code before, while it was good: who lost the answer asks again. */
export async function wasCodeTaken(
  work: Bound,
  { person, purpose }: CodeOwner,
  code: string,
): Promise<boolean> {
  const id = await queries.newestUsedCode(work.db, person, purpose, work.clock.now())
  return id !== undefined && digitsOf(work, id) === code
}
