import type { SignInLimit } from '../../platform/identity/password-tries.ts'
import { openSession, type SignedIn } from '../../platform/identity/sessions.ts'
import type { RequestFacts } from '../../platform/operation/caller.ts'
import type { Work } from '../../platform/operation/work.ts'
import { bindDevice } from '../devices/public.ts'
import { wrongPasswords } from '../limits.ts'
import { loginThrottled } from './problems.ts'
import type { UserRow } from './queries.ts'
import type { Client } from './shapes.ts'

export const signInLimit: SignInLimit = {
  realm: 'wellness-user',
  max: wrongPasswords,
  refusal: loginThrottled,
}

/** Whether an account may be used; a suspension ends by itself. */
export const isActive = ({ status, suspended_until }: UserRow, at: Date): boolean =>
  status === 'ACTIVE' || (status === 'SUSPENDED' && suspended_until !== null && suspended_until <= at)

/** Opens a session and binds the phone to it. */
export async function signIn(
  work: Work,
  userId: string,
  {
    client,
    pushToken,
    ...device
  }: {
    client: Client
    pushToken: string | null
    secret: string | undefined
    request: RequestFacts
    idleSeconds?: number
  },
): Promise<SignedIn> {
  const person = { realm: 'wellness-user', id: userId } as const
  const signedIn = await openSession(work, person, { ...device, id: client.deviceId ?? undefined })
  if (client.deviceId !== null || pushToken !== null)
    await bindDevice(work.db, {
      userId,
      // A phone without an id of its own is only known as long as its session.
      deviceId: client.deviceId ?? signedIn.sessionId,
      sessionId: signedIn.sessionId,
      type: client.deviceType,
      pushToken,
      at: work.clock.now(),
    })
  return signedIn
}
