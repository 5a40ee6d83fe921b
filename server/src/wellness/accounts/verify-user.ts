import { Type } from 'typebox'
import { type CodeCheck, canonicalEmail, otpInvalid, otpLocked } from '../../platform/identity/identity.ts'
import { operation } from '../../platform/operation/operation.ts'
import { Email, Verbatim } from '../../platform/operation/schema.ts'
import type { Work } from '../../platform/operation/work.ts'
import { anyone } from '../access.ts'
import { countTry, forgetTries, pretendToTry, refusalOf } from './codes.ts'
import { alreadyVerified, codeExpired } from './problems.ts'
import { type AttemptRow, lockUserByEmail, recordSighting, selectAttempts, type UserRow } from './queries.ts'
import { ClientHeaders, clientOf, Otp, otpText, Purpose } from './shapes.ts'
import { signIn } from './sign-in.ts'
import { Opened, openAccount, presentOpened, rememberVerification, reopen } from './verification.ts'

const MayReset = Type.Object({ resetToken: Type.String() })

export const verifyUser = operation({
  key: 'U2',
  source: 'named in the specification with POST; path, fields and reply chosen here',
  method: 'POST',
  path: '/user/verify',
  summary: 'Prove an address with the mailed code',
  access: anyone,
  headers: ClientHeaders,
  body: Type.Object({
    email: Email,
    otp: Otp,
    purpose: Type.Optional(Purpose),
    deviceToken: Type.Optional(Verbatim(1, 4096)),
  }),
  replies: { 200: { message: 'Verified successfully', data: Type.Union([Opened, MayReset]) } },
  problems: [otpInvalid, codeExpired, alreadyVerified, otpLocked],
  idempotency: 'none',
  refreshCookie: 'wellness-user',

  async handle({ body, headers, request, ...work }) {
    const { db } = work
    const client = clientOf(headers)
    const at = work.clock.now()
    const otp = otpText(body.otp)
    const locked = await countTry(work, body.email)
    if (locked) return locked
    const user = await lockUserByEmail(db, canonicalEmail(body.email))
    const isReset = body.purpose === 'FORGOT_PASSWORD'
    if (!user) return pretendToTry(work, body.email, isReset ? 'reset' : 'signup', otp)
    if (isReset) return proveForReset(work, user, otp)
    const verification = { requestId: request.key, email: body.email, otp, deviceId: client.deviceId }
    if (user.status !== 'UNVERIFIED') {
      const reopened = await reopen(work, user, verification)
      // Thrown, so that the losers of a race do not use up the address's tries.
      if (!reopened) throw alreadyVerified()
      await forgetTries(work, body.email)
      return reopened
    }
    const attempts = await selectAttempts(db, user.id, { deviceId: client.deviceId, at })
    const { attempt, check } = await tryAttempts(work, attempts, otp)
    if (check !== 'right') return refusalOf(check)
    await forgetTries(work, body.email)
    // Without device ids nobody can tell two people's sign-ups apart.
    const isOwnAttempt =
      attempt.device_id === client.deviceId && (attempt.device_id !== null || attempts.length === 1)
    await openAccount(work, user.id, attempt, isOwnAttempt)
    const pushToken = body.deviceToken ?? (isOwnAttempt ? attempt.push_token : null)
    const signedIn = await signIn(work, user.id, { client, pushToken, request })
    const seen = await recordSighting(db, { userId: user.id, client, at })
    if (!seen) throw new Error('a user vanished while locked')
    const opened = { userId: user.id, sessionId: signedIn.sessionId, mustSetPassword: !isOwnAttempt }
    await rememberVerification(work, verification, opened)
    return presentOpened(work, seen, signedIn, opened.mustSetPassword)
  },
})

async function proveForReset(work: Work, user: UserRow, otp: string) {
  const { identity } = work.services
  const person = { realm: 'wellness-user', subjectId: user.id } as const
  const check = await identity.tryCode(work, person, 'reset', otp)
  if (check !== 'right') return refusalOf(check)
  await forgetTries(work, user.email)
  return { resetToken: await identity.resetToken(work, person) }
}

type Tried = { attempt: AttemptRow; check: 'right' } | { attempt?: never; check: Exclude<CodeCheck, 'right'> }

/** Tries the code on each attempt. The kindest refusal wins, since only one attempt can be meant. */
async function tryAttempts(work: Work, attempts: AttemptRow[], code: string): Promise<Tried> {
  let refusal: Exclude<CodeCheck, 'right'> | undefined
  for (const attempt of attempts) {
    const person = { realm: 'wellness-user', subjectId: attempt.id } as const
    const check = await work.services.identity.tryCode(work, person, 'signup', code)
    if (check === 'right') return { attempt, check }
    if (refusal === undefined || rank(check) > rank(refusal)) refusal = check
  }
  return { check: refusal ?? 'expired' }
}

const rank = (check: Exclude<CodeCheck, 'right'>) =>
  check === 'locked' ? 0 : check === 'expired' ? 1 : 1 + check.triesLeft
