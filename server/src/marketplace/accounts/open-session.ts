import type { SignedIn } from '../../platform/identity/identity.ts'
import type { RequestFacts } from '../../platform/operation/caller.ts'
import type { Work } from '../../platform/operation/work.ts'
import { bindDeviceToken } from './queries.ts'

interface Device {
  request: RequestFacts
  device_id?: string
  fcm_token?: string | null
}

/** Signs a person in on a device. Its push token becomes theirs, whoever had it before. */
export async function openSession(
  work: Work,
  userId: string,
  { request, device_id: id, fcm_token: token }: Device,
): Promise<SignedIn> {
  const person = { realm: 'marketplace', subjectId: userId } as const
  const signedIn = await work.services.identity.signIn(work, person, { id, request })
  const { sessionId } = signedIn
  if (token) await bindDeviceToken(work.db, { token, userId, sessionId, at: work.clock.now() })
  return signedIn
}
