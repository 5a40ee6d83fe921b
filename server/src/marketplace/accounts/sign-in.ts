import type { SignInLimit } from '../../platform/identity/password-tries.ts'
import { tooManyAttempts } from '../../platform/identity/problems.ts'
import { openSession, type SignedIn } from '../../platform/identity/sessions.ts'
import type { RequestFacts } from '../../platform/operation/caller.ts'
import type { Work } from '../../platform/operation/work.ts'
import { bindDeviceToken } from './queries.ts'

export const signInLimit: SignInLimit = { realm: 'marketplace', max: 10, refusal: tooManyAttempts }

interface Device {
  request: RequestFacts
  device_id?: string
  device_secret?: string
  fcm_token?: string | null
}

/** Signs a person in on a device. Its push token becomes theirs, whoever had it before. */
export async function signIn(
  work: Work,
  userId: string,
  { request, device_id: id, device_secret: secret, fcm_token: token }: Device,
): Promise<SignedIn> {
  const signedIn = await openSession(work, { realm: 'marketplace', id: userId }, { id, secret, request })
  const { sessionId } = signedIn
  if (token) await bindDeviceToken(work.db, { token, userId, sessionId, at: work.clock.now() })
  return signedIn
}
