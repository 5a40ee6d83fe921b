import { Type } from 'typebox'
import {
  canonicalEmail,
  otpExpired,
  otpInvalid,
  otpLocked,
  tooManyAttempts,
} from '../../platform/identity/identity.ts'
import { operation } from '../../platform/operation/operation.ts'
import { Email } from '../../platform/operation/schema.ts'
import { anyone } from '../access.ts'
import { changeUser, lockUser, selectUserByEmail } from '../users/public.ts'
import { adoptEmail } from './email-change.ts'
import { emailTaken } from './problems.ts'
import { Code } from './shapes.ts'
import { refuseCode } from './verification.ts'

export const verifyUser = operation({
  key: 'M14',
  source: 'named in the specification; path and shapes chosen here',
  method: 'POST',
  path: '/usr-mgt/verify',
  summary: 'Confirm an address with its code: the account’s own, or, signed in, the one to change to',
  tag: 'users',
  access: anyone,
  body: Type.Object({ email: Email, otp: Code }),
  replies: {
    200: { message: 'Address verified successfully', data: Type.Object({ is_verified: Type.Boolean() }) },
  },
  problems: [otpInvalid, otpExpired, otpLocked, tooManyAttempts, emailTaken],
  idempotency: 'none',

  async handle({ body, caller, ...work }) {
    const email = canonicalEmail(body.email)
    const own = caller ? await lockUser(work.db, caller.id) : undefined
    const isChange = own?.pending_email ? canonicalEmail(own.pending_email) === email : false
    const found = isChange ? own : await selectUserByEmail(work.db, email)
    if (found && !isChange && found.id === own?.id && own.is_verified) return { is_verified: true }
    const locked = found && (await lockUser(work.db, found.id))
    // To others a verified address looks like one without an account: no code of theirs is right.
    const user = isChange || !locked?.is_verified ? locked : undefined
    const refusal = await refuseCode(work, {
      email,
      code: body.otp,
      purpose: isChange ? 'change_email' : 'verify',
      userId: user?.id,
      takenBy: user ? undefined : locked?.id,
    })
    if (refusal) return refusal
    if (!user) return { is_verified: true }
    if (isChange) await adoptEmail(work, user)
    else await changeUser(work.db, user.id, { is_verified: true }, work.clock.now())
    return { is_verified: true }
  },
})
