import { Type } from 'typebox'
import { hours, minutes } from '../../platform/clock.ts'
import { type Budget, countAttempt, forgetAttempts } from '../../platform/identity/attempts.ts'
import { canonicalEmail } from '../../platform/identity/email.ts'
import { verifyPassword } from '../../platform/identity/passwords.ts'
import { checkSecondFactor } from '../../platform/identity/second-factor.ts'
import { openSession } from '../../platform/identity/sessions.ts'
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

const signInsToAccount: Budget = {
  name: 'wellness admin login',
  max: 5,
  windowMs: minutes(15),
  refusal: loginThrottled,
}
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
  credentials: { realm: 'wellness-admin', hashesPassword: true, refreshCookie: true },

  async handle({ body, headers, request, ...work }) {
    const email = canonicalEmail(body.email)
    const throttled = await countAttempt(work, signInsToAccount, email)
    if (throttled) return throttled
    const admin = await selectAdminByEmail(work.db, email)
    // Returned, not thrown: the counted attempt must outlive the refusal.
    if (!(await verifyPassword(body.password, admin?.password_hash)) || !admin) return invalidCredentials()
    if (admin.totp_sealed && body.totp === undefined) return totpRequired()
    if (!(await hasSecondFactor(work, admin, body.totp))) return invalidCredentials()
    await forgetAttempts(work, signInsToAccount, email)
    const person = { realm: 'wellness-admin', id: admin.id } as const
    const signedIn = await openSession(work, person, { id: headers.deviceId, request, idleSeconds })
    return { ...presentTokens(signedIn), admin: presentAdmin(admin), role: admin.role }
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
