import { Type } from 'typebox'
import { forgiveTries, matchCode, takeCode } from '../../platform/identity/code-flow.ts'
import { canonicalEmail } from '../../platform/identity/email.ts'
import { otpInvalid, otpLocked } from '../../platform/identity/problems.ts'
import { newResetToken } from '../../platform/identity/reset-tokens.ts'
import { operation } from '../../platform/operation/operation.ts'
import { Problem } from '../../platform/operation/problem.ts'
import { Email, Verbatim } from '../../platform/operation/schema.ts'
import { anyone } from '../access.ts'
import { codes } from './codes.ts'
import { alreadyVerified, codeExpired } from './problems.ts'
import { lockUserByEmail, recordSighting, selectAttempts } from './queries.ts'
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
  credentials: { realm: 'wellness-user', refreshCookie: true },

  async handle({ body, headers, request, ...work }) {
    const { db } = work
    const client = clientOf(headers)
    const at = work.clock.now()
    const otp = otpText(body.otp)
    const { email } = body
    const isReset = body.purpose === 'FORGOT_PASSWORD'
    const given = await takeCode(work, codes, { purpose: isReset ? 'reset' : 'signup', email, code: otp })
    if (given instanceof Problem) return given
    const user = await lockUserByEmail(db, canonicalEmail(email))
    // Of an address without an account no code is right.
    if (!user || isReset) {
      const proved = await matchCode(work, given, user ? [user] : [])
      if (proved instanceof Problem) return proved
      return { resetToken: await newResetToken(work, { realm: 'wellness-user', id: proved.id }) }
    }
    const verification = { requestId: request.key, email, otp, deviceId: client.deviceId }
    if (user.status !== 'UNVERIFIED') {
      const reopened = await reopen(work, user, verification)
      // Thrown, so that the losers of a race do not use up the address's tries.
      if (!reopened) throw alreadyVerified()
      await forgiveTries(work, given)
      return reopened
    }
    const attempts = await selectAttempts(db, user.id, { deviceId: client.deviceId, at })
    if (attempts.length === 0) return codeExpired()
    const attempt = await matchCode(work, given, attempts)
    if (attempt instanceof Problem) return attempt
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
