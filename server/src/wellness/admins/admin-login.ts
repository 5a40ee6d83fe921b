import { Type } from 'typebox'
import { hours } from '../../platform/clock.ts'
import { canonicalEmail } from '../../platform/identity/email.ts'
import { ShownDeviceSecret } from '../../platform/identity/known-devices.ts'
import { type SignInLimit, tryPassword } from '../../platform/identity/password-tries.ts'
import { checkSecondFactor } from '../../platform/identity/second-factor.ts'
import { openSession } from '../../platform/identity/sessions.ts'
import { operation } from '../../platform/operation/operation.ts'
import { Problem } from '../../platform/operation/problem.ts'
import { Email, Verbatim } from '../../platform/operation/schema.ts'
import type { Work } from '../../platform/operation/work.ts'
import { stranger } from '../access.ts'
import {
  ClientHeaders,
  deviceFields,
  invalidCredentials,
  loginThrottled,
  presentSignIn,
  tokenFields,
} from '../accounts/public.ts'
import { administratorsWrongPasswords } from '../limits.ts'
import { totpRequired } from './problems.ts'
import { type CredentialRow, selectAdminByEmail, takeStep } from './queries.ts'
import { AdminProfile, presentAdmin } from './shapes.ts'

const signInLimit: SignInLimit = {
  realm: 'wellness-admin',
  max: administratorsWrongPasswords,
  refusal: loginThrottled,
}
const idleSeconds = hours(8) / 1000

export const adminLogin = operation({
  key: 'A1',
  source: 'named in the specification with POST; path, fields and reply chosen here',
  method: 'POST',
  path: '/admin/login',
  summary: 'Sign in as an administrator',
  access: stranger,
  headers: ClientHeaders,
  body: Type.Object({
    email: Email,
    password: Verbatim(1, 128, { example: 'correct horse battery' }),
    deviceSecret: ShownDeviceSecret,
    totp: Type.Optional(
      Verbatim(6, 6, { pattern: '^\\d{6}$', description: 'of the authenticator app', example: '482913' }),
    ),
  }),
  replies: {
    200: {
      message: 'Signed in successfully',
      data: Type.Object({
        ...tokenFields,
        ...deviceFields,
        admin: AdminProfile,
        role: AdminProfile.properties.role,
      }),
    },
  },
  problems: [invalidCredentials, totpRequired, loginThrottled],
  isAlwaysOpen: true,
  credentials: { realm: 'wellness-admin', hashesPassword: true, refreshCookie: true },

  async handle({ body, headers, request, ...work }) {
    const email = canonicalEmail(body.email)
    const admin = await selectAdminByEmail(work.db, email)
    const tried = await tryPassword(work, {
      limit: signInLimit,
      email,
      password: body.password,
      account: admin && { id: admin.id, hash: admin.password_hash },
      request,
      deviceSecret: body.deviceSecret,
    })
    if (tried instanceof Problem) return tried
    if (!tried.isRight || !admin) return invalidCredentials()
    if (admin.totp_sealed && body.totp === undefined) return totpRequired()
    if (!(await hasSecondFactor(work, admin, body.totp))) return invalidCredentials()
    await tried.forgive()
    const person = { realm: 'wellness-admin', id: admin.id } as const
    const signedIn = await openSession(work, person, {
      id: headers.deviceId,
      secret: body.deviceSecret,
      request,
      idleSeconds,
    })
    return { ...presentSignIn(signedIn), admin: presentAdmin(admin), role: admin.role }
  },
})

async function hasSecondFactor(work: Work, admin: CredentialRow, totp = ''): Promise<boolean> {
  if (!admin.totp_sealed) return true
  const step = checkSecondFactor(
    work.services,
    { realm: 'wellness-admin', id: admin.id },
    { sealed: admin.totp_sealed, lastStep: admin.totp_last_step },
    totp,
  )
  return step !== undefined && (await takeStep(work.db, admin.id, step))
}
