import { Type } from 'typebox'
import { hours, minutes } from '../../platform/clock.ts'
import { canonicalEmail } from '../../platform/identity/identity.ts'
import { verifyPassword } from '../../platform/identity/passwords.ts'
import { operation } from '../../platform/operation/operation.ts'
import { Email, Verbatim } from '../../platform/operation/schema.ts'
import type { Work } from '../../platform/operation/work.ts'
import { anyone } from '../access.ts'
import {
  ClientHeaders,
  invalidCredentials,
  loginThrottled,
  presentTokens,
  tokenFields,
} from '../accounts/public.ts'
import { totpRequired } from './problems.ts'
import { type CredentialRow, selectAdminByEmail, takeStep } from './queries.ts'
import { AdminProfile, presentAdmin } from './shapes.ts'

const failures = { max: 5, windowMs: minutes(15) }
const idleSeconds = hours(8) / 1000

export const adminLogin = operation({
  key: 'A1',
  source: 'named in the specification with POST; path, fields and reply chosen here',
  method: 'POST',
  path: '/admin/login',
  summary: 'Sign in as an administrator',
  access: anyone,
  headers: ClientHeaders,
  body: Type.Object({
    email: Email,
    password: Verbatim(1, 128),
    totp: Type.Optional(Verbatim(6, 6, { pattern: '^\\d{6}$', description: 'of the authenticator app' })),
  }),
  replies: {
    200: {
      message: 'Signed in successfully',
      data: Type.Object({ ...tokenFields, admin: AdminProfile, role: Type.String() }),
    },
  },
  problems: [invalidCredentials, totpRequired, loginThrottled],
  idempotency: 'none',
  hashesPassword: true,
  refreshCookie: 'wellness-admin',

  async handle({ body, headers, request, ...work }) {
    const { identity } = work.services
    const email = canonicalEmail(body.email)
    const attemptKey = `wellness admin login ${email}`
    const wait = await identity.countAttempt(work, attemptKey, failures)
    if (wait !== undefined) return loginThrottled({ retryAfterSeconds: wait })
    const admin = await selectAdminByEmail(work.db, email)
    // Returned, not thrown: the counted attempt must outlive the refusal.
    if (!(await verifyPassword(body.password, admin?.password_hash)) || !admin) return invalidCredentials()
    if (admin.totp_sealed && body.totp === undefined) return totpRequired()
    if (!(await hasSecondFactor(work, admin, body.totp))) return invalidCredentials()
    await identity.forgetAttempts(work, attemptKey)
    const signedIn = await identity.signIn(
      work,
      { realm: 'wellness-admin', subjectId: admin.id },
      { id: headers.deviceId, request, idleSeconds },
    )
    return { ...presentTokens(signedIn), admin: presentAdmin(admin), role: admin.role }
  },
})

async function hasSecondFactor(work: Work, admin: CredentialRow, totp = ''): Promise<boolean> {
  if (!admin.totp_sealed) return true
  const step = work.services.identity.checkSecondFactor(
    { realm: 'wellness-admin', subjectId: admin.id },
    { sealed: admin.totp_sealed, lastStep: admin.totp_last_step },
    totp,
  )
  return step !== undefined && (await takeStep(work.db, admin.id, step))
}
