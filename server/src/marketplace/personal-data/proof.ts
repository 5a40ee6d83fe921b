import { Type } from 'typebox'
import { canonicalEmail } from '../../platform/identity/email.ts'
import { ShownDeviceSecret } from '../../platform/identity/known-devices.ts'
import { tryPassword } from '../../platform/identity/password-tries.ts'
import { isFreshlySignedIn } from '../../platform/identity/sessions.ts'
import type { RequestFacts } from '../../platform/operation/caller.ts'
import { atField, Problem, sessionRevoked } from '../../platform/operation/problem.ts'
import { Verbatim } from '../../platform/operation/schema.ts'
import type { Work } from '../../platform/operation/work.ts'
import type { Caller } from '../access.ts'
import { reauthRequired, signInLimit } from '../accounts/public.ts'
import { selectUser } from '../users/public.ts'

/** What proves that whoever holds a session is its owner; left out by who signed in within the last five minutes. */
export const proofFields = {
  password: Type.Optional(Verbatim(1, 128, { example: 'correct horse battery' })),
  device_secret: ShownDeviceSecret,
}

interface Proof {
  password?: string
  device_secret?: string
  caller: Caller
  request: RequestFacts
}

/** Whether somebody has yet to prove who they are. @returns the refusal: return it, do not throw it. */
export async function refuseUnproved(
  work: Work,
  { password, device_secret: deviceSecret, caller, request }: Proof,
): Promise<Problem | undefined> {
  if (password === undefined) return (await isFreshlySignedIn(work, caller)) ? undefined : reauthRequired()
  const user = await selectUser(work.db, caller.id)
  if (!user) throw sessionRevoked()
  const tried = await tryPassword(work, {
    limit: signInLimit,
    email: canonicalEmail(user.email ?? ''),
    password,
    account: { id: user.id, hash: user.password_hash },
    request,
    deviceSecret,
  })
  if (tried instanceof Problem) return tried
  if (!tried.isRight) return reauthRequired(atField('body.password', 'right', 'is not right'))
  await tried.forgive()
  return undefined
}
