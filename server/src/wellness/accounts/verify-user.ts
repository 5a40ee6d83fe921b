import { Type } from 'typebox'
import { askerOf, checkNetwork, spendNetwork } from '../../platform/identity/askers.ts'
import { tryCode } from '../../platform/identity/code-flow.ts'
import { canonicalEmail } from '../../platform/identity/email.ts'
import { ShownDeviceSecret } from '../../platform/identity/known-devices.ts'
import { otpInvalid, otpLocked } from '../../platform/identity/problems.ts'
import { newResetToken } from '../../platform/identity/reset-tokens.ts'
import { operation } from '../../platform/operation/operation.ts'
import { Problem } from '../../platform/operation/problem.ts'
import { Email, Shown, Verbatim } from '../../platform/operation/schema.ts'
import { stranger } from '../access.ts'
import { codes } from './codes.ts'
import { codeExpired } from './problems.ts'
import { lockUserByEmail, selectAttempts } from './queries.ts'
import { ClientHeaders, clientOf, Otp, otpText, Purpose } from './shapes.ts'
import { noteSighting } from './sighting.ts'
import { signIn } from './sign-in.ts'
import { Opened, openAccount, presentOpened, rememberVerification, reopen } from './verification.ts'

const MayReset = Type.Object({ resetToken: Shown('b0s7QKQm2uXk2mWq9') })

export const verifyUser = operation({
  key: 'U2',
  source: 'named in the specification with POST; path, fields and reply chosen here',
  method: 'POST',
  path: '/user/verify',
  summary: 'Prove an address with the mailed code',
  access: stranger,
  headers: ClientHeaders,
  body: Type.Object({
    email: Email,
    otp: Otp,
    purpose: Type.Optional(Purpose),
    deviceToken: Type.Optional(Verbatim(1, 4096, { example: 'fMb0:APA91bE' })),
    deviceSecret: ShownDeviceSecret,
  }),
  replies: { 200: { message: 'Verified successfully', data: Type.Union([Opened, MayReset]) } },
  problems: [otpInvalid, codeExpired, otpLocked],
  credentials: { realm: 'wellness-user', refreshCookie: true },

  async handle({ body, headers, request, ...work }) {
    const { db } = work
    const client = clientOf(headers)
    const at = work.clock.now()
    const otp = otpText(body.otp)
    const { email } = body
    const isReset = body.purpose === 'FORGOT_PASSWORD'
    const purpose = isReset ? 'reset' : 'signup'
    const user = await lockUserByEmail(db, canonicalEmail(email))
    const person = { realm: 'wellness-user', id: user?.id } as const
    const asker = await askerOf(work, person, { request, deviceSecret: body.deviceSecret })
    await checkNetwork(work, request, asker)
    const verification = { requestId: request.key, email, otp, deviceId: client.deviceId }
    const reopened = isReset ? undefined : await reopen(work, user, verification, body.deviceSecret)
    if (reopened) return reopened
    // To others a verified address looks like one without an account: no code is right.
    const waiting = isReset || user?.status === 'UNVERIFIED' ? user : undefined
    const owner = await tryCode(work, codes, { purpose, email, code: otp, asker }, waiting)
    await spendNetwork(work, request, asker)
    if (owner instanceof Problem) return owner
    if (isReset) return { resetToken: await newResetToken(work, { realm: 'wellness-user', id: owner.id }) }
    const [attempt, ...others] = await selectAttempts(db, owner.id, { deviceId: client.deviceId, at })
    if (!attempt) return codeExpired()
    // Without device ids nobody can tell two people's sign-ups apart.
    const isOwnAttempt =
      attempt.device_id === client.deviceId && (attempt.device_id !== null || others.length === 0)
    await openAccount(work, owner.id, attempt, isOwnAttempt)
    const pushToken = body.deviceToken ?? (isOwnAttempt ? attempt.push_token : null)
    const signedIn = await signIn(work, owner.id, { client, pushToken, secret: body.deviceSecret, request })
    const seen = await noteSighting(work, { userId: owner.id, client, at })
    if (!seen) throw new Error('a user vanished while locked')
    const opened = { userId: owner.id, sessionId: signedIn.sessionId, mustSetPassword: !isOwnAttempt }
    await rememberVerification(work, verification, opened)
    return presentOpened(work, seen, signedIn, opened.mustSetPassword)
  },
})
