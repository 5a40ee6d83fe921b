import type { SignInLimit } from '../../platform/identity/password-tries.ts'
import { tooManyAttempts } from '../../platform/identity/problems.ts'
import { openSession, type SignedIn } from '../../platform/identity/sessions.ts'
import type { RequestFacts } from '../../platform/operation/caller.ts'
import type { Work } from '../../platform/operation/work.ts'
import { bindDeviceToken, platformOf } from '../devices/public.ts'
import { wrongPasswords } from '../limits.ts'

export const signInLimit: SignInLimit = {
  realm: 'marketplace',
  max: wrongPasswords,
  refusal: tooManyAttempts,
}

interface Device {
  request: RequestFacts
  device_id?: string
  device_secret?: string
  fcm_token?: string | null
  /** How long the session lives on without a refresh; as usual unless said. */
  idleSeconds?: number
}

/** Signs a person in on a device. Its push token becomes theirs, whoever had it before. */
export async function signIn(
  work: Work,
  userId: string,
  { request, device_id: id, device_secret: secret, fcm_token: token, idleSeconds }: Device,
): Promise<SignedIn> {
  const signedIn = await openSession(
    work,
    { realm: 'marketplace', id: userId },
    { id, secret, request, ...(idleSeconds === undefined ? {} : { idleSeconds }) },
  )
  const { sessionId } = signedIn
  if (token) await bindToken(work, { token, userId, sessionId })
  return signedIn
}

/** Binds the push token of an app to somebody's session. */
export async function bindToken(
  { db, clock }: Work,
  device: { token: string; userId: string; sessionId: string },
): Promise<void> {
  const platform = platformOf(device.token)
  await bindDeviceToken(db, { ...device, platform, deviceId: null, at: clock.now() })
}
