import { Type } from 'typebox'
import { askerOf, checkNetwork, spendNetwork } from '../../platform/identity/askers.ts'
import { tryCode, wasTakenFrom } from '../../platform/identity/code-flow.ts'
import { canonicalEmail } from '../../platform/identity/email.ts'
import { ShownDeviceSecret } from '../../platform/identity/known-devices.ts'
import { nobodysId } from '../../platform/identity/person.ts'
import { otpExpired, otpInvalid, otpLocked } from '../../platform/identity/problems.ts'
import { operation } from '../../platform/operation/operation.ts'
import { Problem } from '../../platform/operation/problem.ts'
import { Email } from '../../platform/operation/schema.ts'
import { anyone } from '../access.ts'
import { countInvite } from '../invites/public.ts'
import { changeUser, lockUser, selectUserByEmail } from '../users/public.ts'
import { codes } from './codes.ts'
import { adoptEmail } from './email-change.ts'
import { emailTaken } from './problems.ts'
import { Code } from './shapes.ts'

export const verifyUser = operation({
  key: 'M14',
  source: 'named in the specification; path and shapes chosen here',
  method: 'POST',
  path: '/usr-mgt/verify',
  summary: 'Confirm an address with its code: the account’s own, or, signed in, the one to change to',
  tag: 'users',
  access: anyone,
  body: Type.Object({ email: Email, otp: Code, device_secret: ShownDeviceSecret }),
  replies: {
    200: { message: 'Address verified successfully', data: Type.Object({ is_verified: Type.Boolean() }) },
  },
  problems: [otpInvalid, otpExpired, otpLocked, emailTaken],
  credentials: { realm: 'marketplace' },

  async handle({ body, caller, request, ...work }) {
    const email = canonicalEmail(body.email)
    const own = caller ? await lockUser(work.db, caller.id) : undefined
    const isChange = own?.pending_email ? canonicalEmail(own.pending_email) === email : false
    const found = isChange ? own : await selectUserByEmail(work.db, email)
    if (found && !isChange && found.id === own?.id && own.is_verified) return { is_verified: true }
    const person = { realm: 'marketplace', id: found?.id } as const
    const asker = await askerOf(work, person, { request, caller, deviceSecret: body.device_secret })
    await checkNetwork(work, request, asker)
    const locked = await lockUser(work.db, found?.id ?? nobodysId)
    // To others a verified address looks like one without an account: no code of theirs is right.
    const waiting = isChange || !locked?.is_verified ? locked : undefined
    const purpose = isChange ? 'change_email' : 'verify'
    const given = { purpose, email, code: body.otp, asker } as const
    const user = await tryCode(work, codes, given, waiting)
    await spendNetwork(work, request, asker)
    if (user instanceof Problem) {
      const isInvalid = user.code === otpInvalid.code
      const wasTaken = isInvalid && (await wasTakenFrom(work, codes, given, locked?.id ?? nobodysId))
      return wasTaken && locked && !waiting ? { is_verified: true } : user
    }
    if (isChange) await adoptEmail(work, user)
    else {
      await changeUser(work.db, user.id, { is_verified: true }, work.clock.now())
      await countInvite(work, user.id)
    }
    return { is_verified: true }
  },
})
