import { createHmac } from 'node:crypto'
import { hours, seconds } from '../../platform/clock.ts'
import {
  type CodeCheck,
  canonicalEmail,
  otpInvalid,
  otpLocked,
  type Person,
} from '../../platform/identity/identity.ts'
import { atField, Problem } from '../../platform/operation/problem.ts'
import type { Work } from '../../platform/operation/work.ts'
import { codeExpired, otpResendTooSoon, otpSendLimit } from './problems.ts'

/** Each purpose has one live code per subject: a sign-up attempt or a user. */
export type CodePurpose = 'signup' | 'reset'

const subjects: Record<CodePurpose, string> = {
  signup: 'Your Plaza wellness verification code',
  reset: 'Reset your Plaza wellness password',
}
const wrongPerDay = { max: 15, windowMs: hours(24) }
const coolDown = { max: 1, windowMs: seconds(60) }

const sendBudgets = [
  { name: 'hour', max: 5, windowMs: hours(1) },
  { name: 'day', max: 10, windowMs: hours(24) },
]
const sendKey = (name: string, email: string) => `wellness send ${name} ${canonicalEmail(email)}`

/** @returns the refusal once as many codes were sent to an address as may be for now. */
export async function checkSendings(work: Work, email: string): Promise<Problem | undefined> {
  for (const { name, max } of sendBudgets) {
    const wait = await work.services.identity.waitAfter(work, sendKey(name, email), { max })
    if (wait !== undefined) return otpSendLimit({ retryAfterSeconds: wait })
  }
  return undefined
}

/** @throws OTP_RESEND_TOO_SOON when the address was asked for within the last minute. */
export async function countResend(work: Work, email: string, purpose: CodePurpose): Promise<void> {
  const key = `wellness resend ${purpose} ${canonicalEmail(email)}`
  const wait = await work.services.identity.countAttempt(work, key, coolDown)
  if (wait !== undefined) throw otpResendTooSoon({ retryAfterSeconds: wait })
}

export interface Sending {
  code: string
  isDue: boolean
  expiresAt: Date
  resendAt: Date
}

/**
 * The code of a purpose, due or not. One that is due counts against its address, whether or not that
 * has an account, so that the limit tells nobody.
 */
async function codeFor(
  work: Work,
  person: Person,
  email: string,
  purpose: CodePurpose,
): Promise<Sending | Problem> {
  const { identity } = work.services
  const sending = await identity.codeToSend(work, person, purpose)
  if (!sending.isDue) return sending
  for (const { name, ...budget } of sendBudgets) {
    const wait = await identity.countAttempt(work, sendKey(name, email), budget)
    if (wait !== undefined) return otpSendLimit({ retryAfterSeconds: wait })
  }
  return sending
}

/** Mails the code of a purpose, unless that happened less than a minute ago. @returns the refusal where too many were. */
export async function sendCode(
  work: Work,
  to: { subjectId: string; email: string; name: string },
  purpose: CodePurpose,
): Promise<Sending | Problem> {
  const person = { realm: 'wellness-user', subjectId: to.subjectId } as const
  const sending = await codeFor(work, person, to.email, purpose)
  if (sending instanceof Problem || !sending.isDue) return sending
  await work.mail({
    to: to.email,
    subject: subjects[purpose],
    text: `Hello ${to.name},\n\nyour code is ${sending.code}. It is valid for ten minutes.\n\nIf you did not ask for it, nothing needs to be done.\n`,
  })
  return sending
}

/** A subject for an address without an account, so that asking and trying cost and answer the same. */
function nobody(work: Work, email: string) {
  const hex = createHmac('sha256', work.services.settings.signingSecret)
    .update(`nobody\n${canonicalEmail(email)}`)
    .digest('hex')
  const subjectId = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5')
  return { realm: 'wellness-user', subjectId } as const
}

/** Does all of a sending but the mail. */
export async function pretendToSend(
  work: Work,
  email: string,
  purpose: CodePurpose,
): Promise<Sending | Problem> {
  const sending = await codeFor(work, nobody(work, email), email, purpose)
  return sending instanceof Problem ? sending : { ...sending, code: '' }
}

/** Counts a try down as it would for an account; no code is right. */
export async function pretendToTry(
  work: Work,
  email: string,
  purpose: CodePurpose,
  code: string,
): Promise<Problem> {
  const check = await work.services.identity.tryCode(work, nobody(work, email), purpose, code)
  return refusalOf(check === 'right' ? { wrong: true, triesLeft: 4 } : check)
}

export const presentSending = (work: Work, { code, expiresAt, resendAt }: Sending) => ({
  otpExpiresAt: expiresAt.toISOString(),
  resendAvailableAt: resendAt.toISOString(),
  ...(work.services.settings.showsCodes && code ? { devOtp: code } : {}),
})

const budgetKey = (email: string) => `wellness code ${canonicalEmail(email)}`

/** Counts a try against the address; new codes do not refill this budget. @returns the refusal once it is used up. */
export async function countTry(work: Work, email: string): Promise<Problem | undefined> {
  const wait = await work.services.identity.countAttempt(work, budgetKey(email), wrongPerDay)
  return wait === undefined ? undefined : otpLocked({ retryAfterSeconds: wait })
}

export const forgetTries = (work: Work, email: string): Promise<void> =>
  work.services.identity.forgetAttempts(work, budgetKey(email))

/** The refusal of a code that was not right. Return it: the counted try must outlive it. */
export function refusalOf(check: Exclude<CodeCheck, 'right'>): Problem {
  if (check === 'locked') return otpLocked()
  if (check === 'expired') return codeExpired()
  const field = atField('body.otp', 'code', 'is not the code that was mailed')
  return otpInvalid({ ...field, details: { attemptsLeft: check.triesLeft } })
}
