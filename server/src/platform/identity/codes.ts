import { createHmac, timingSafeEqual } from 'node:crypto'
import { days, hours, minutes, seconds } from '../clock.ts'
import { newId } from '../ids.ts'
import type { Work } from '../operation/work.ts'
import { count, isSpent, type Quota } from './attempts.ts'
import * as queries from './code-queries.ts'
import type { Person } from './person.ts'

/** What a code is good for and who gets it; each has one live code at a time. */
export interface CodeOwner {
  person: Person
  purpose: string
}

export type CodeCheck = 'right' | 'expired' | 'locked' | { wrong: true; triesLeft: number }

export interface NextCode {
  /** Absent when nothing is to be mailed. */
  code?: string
  /** False while the last sending is under a minute ago. */
  isDue: boolean
  expiresAt: Date
  /** From when on it is due again. */
  resendAt: Date
}

/** A wish for a code. */
export interface Wish {
  /** Who wishes for it. */
  by: string
  /** Counts a sending. @returns until when there are no more, once they are used up. */
  takeSending(): Promise<Date | undefined>
}

type Bound = Pick<Work, 'db' | 'clock' | 'services'>

/** From its last sending, as every mail says. */
export const codeMinutes = 10
const lifetime = minutes(codeMinutes)
const longestLife = hours(1)
export const codeTries = 5
const coolDown = seconds(60)
/** Of each who tries a code: a stranger's wrong tries never kill it for somebody else. */
const triesOfEach: Quota = { name: 'code', max: codeTries, windowMs: days(1) }
const askersKept = 100

/** The digits derive from the row, so that the database alone tells no code. */
function digitsOf({ services }: Pick<Work, 'services'>, id: string): string {
  const digest = createHmac('sha256', services.settings.signingSecret).update(`code\n${id}`).digest()
  return String(digest.readUIntBE(0, 6) % 1_000_000).padStart(6, '0')
}

const resendAfter = (sentAt: Date) => new Date(sentAt.getTime() + coolDown)

/**
 * The code to send now. A live one is repeated, so that a late mail still helps; a new one is made
 * after expiry or use, when the old one's hour would end before what its mail says, and for the only
 * one who asked for it and has no tries left. When the sendings are used up the newest stays good.
 */
export async function nextCode(work: Bound, { person, purpose }: CodeOwner, wish: Wish): Promise<NextCode> {
  const { db, clock } = work
  const now = clock.now()
  const live = await queries.lockLiveCode(db, person, purpose)
  const isGood = live !== undefined && live.expires_at > now && !(await isOfNoUse(work, live, wish.by))
  const askedBy = isGood ? [...live.asked_by.filter((name) => name !== wish.by), wish.by] : [wish.by]
  const asked = { askedBy: askedBy.slice(-askersKept) }
  if (isGood && now.getTime() - live.sent_at.getTime() < coolDown) {
    await queries.updateCode(db, live.id, asked)
    const resendAt = resendAfter(live.sent_at)
    return { code: digitsOf(work, live.id), isDue: false, expiresAt: live.expires_at, resendAt }
  }
  const expiresAt = new Date(now.getTime() + lifetime)
  const sending = { isDue: true, expiresAt, resendAt: resendAfter(now) }
  const closedUntil = await wish.takeSending()
  if (closedUntil) {
    if (live) await prolong(work, live, { ...asked, until: closedUntil })
    return sending
  }
  if (isGood && expiresAt.getTime() <= endOf(live)) {
    await queries.updateCode(db, live.id, { ...asked, sentAt: now, expiresAt })
    return { ...sending, code: digitsOf(work, live.id) }
  }
  const row = await queries.replaceCode(db, person, { ...asked, id: newId(), purpose, at: now, expiresAt })
  // A twin that raced this one sends its own.
  return row ? { ...sending, code: digitsOf(work, row.id) } : { ...sending, isDue: false }
}

const endOf = ({ created_at }: queries.CodeRow) => created_at.getTime() + longestLife

/** Whether a code has no tries left for the only one who asked for it. */
const isOfNoUse = async (work: Bound, { id, asked_by }: queries.CodeRow, by: string): Promise<boolean> =>
  asked_by.every((name) => name === by) && isSpent(work, triesOfEach, `${id} ${by}`)

/** Keeps the newest code good for as long as no other can be sent. */
async function prolong(
  { db, clock }: Bound,
  live: queries.CodeRow,
  { askedBy, until }: { askedBy: string[]; until: Date },
): Promise<void> {
  const now = clock.now()
  const end = Math.min(now.getTime() + lifetime, Math.max(endOf(live), until.getTime()))
  const expiresAt = new Date(Math.max(end, live.expires_at.getTime()))
  await queries.updateCode(db, live.id, { askedBy, expiresAt })
}

/** Who tries a code. */
export interface Trier {
  name: string
  /** Whether there are no more tries, for one who did or did not ask for the code. */
  isLocked(hasAsked: boolean): Promise<boolean>
  /** Whether a try is compared, and counts. One that is not goes on as a wrong one. */
  isCompared(hasAsked: boolean): Promise<boolean>
}

/** Tries a code; a right one is used up. Return the caller's refusal, do not throw it: a wrong try counts. */
export async function checkCode(
  work: Bound,
  { person, purpose }: CodeOwner,
  code: string,
  trier: Trier,
): Promise<CodeCheck> {
  const { db, clock } = work
  const now = clock.now()
  const live = await queries.lockLiveCode(db, person, purpose)
  const hasAsked = live?.asked_by.includes(trier.name) ?? false
  if (await trier.isLocked(hasAsked)) return 'locked'
  if (live && live.expires_at <= now) return 'expired'
  // Where there is no code, all the same is counted and answered.
  const tries = await count(work, triesOfEach, `${live?.id ?? `${person.id} ${purpose}`} ${trier.name}`)
  if (tries.count > codeTries) return 'locked'
  const isCompared = await trier.isCompared(hasAsked)
  const given = Buffer.from(code.padStart(6, ' '))
  const expected = Buffer.from(digitsOf(work, live?.id ?? ''))
  if (live && isCompared && given.length === expected.length && timingSafeEqual(given, expected)) {
    await queries.updateCode(db, live.id, { usedAt: now })
    return 'right'
  }
  const triesLeft = codeTries - tries.count
  return triesLeft === 0 ? 'locked' : { wrong: true, triesLeft }
}

/** A live code that is not wanted any more is right for nobody. */
export const endCode = ({ db, clock }: Bound, { person, purpose }: CodeOwner): Promise<void> =>
  queries.endLiveCode(db, person, purpose, clock.now())

/** Whether a person gave this code before, while it was good: who lost the answer asks again. */
export async function wasCodeTaken(
  work: Bound,
  { person, purpose }: CodeOwner,
  code: string,
): Promise<boolean> {
  const id = await queries.newestUsedCode(work.db, person, purpose, work.clock.now())
  return id !== undefined && digitsOf(work, id) === code
}
