import { refreshTokenInvalid } from '../../platform/identity/problems.ts'
import { type Device, refreshSession, type Tokens } from '../../platform/identity/sessions.ts'
import type { Realm } from '../../platform/operation/caller.ts'
import type { Problem } from '../../platform/operation/problem.ts'
import type { Work } from '../../platform/operation/work.ts'
import { dropPushTokens } from '../devices/public.ts'
import { textsIn } from '../texts.ts'

interface Owner {
  name: string
  email: string
  language: string
  isActive: boolean
}

/**
 * Exchanges a refresh token for the next pair, and tells the owner when a used one came back.
 * @returns the pair, or the refusal to return: the end of the session must outlive it.
 */
export async function refreshPair(
  work: Work,
  realm: Realm,
  token: string,
  device: Device,
  findOwner: (id: string) => Promise<Owner | undefined>,
): Promise<(Tokens & { personId: string }) | Problem> {
  const refreshed = await refreshSession(work, realm, token, device)
  if ('accessToken' in refreshed) {
    const owner = await findOwner(refreshed.personId)
    // Thrown, so that the token is still good once a suspension is over.
    if (!owner?.isActive) throw refreshTokenInvalid()
    return refreshed
  }
  const owner = refreshed.ended && (await findOwner(refreshed.ended.personId))
  if (refreshed.ended && owner) {
    await dropPushTokens(work.db, refreshed.ended.personId, refreshed.ended.sessionId)
    const { subject, text } = textsIn(owner.language).sessionEnded
    await work.mail({ to: owner.email, subject, text: text(owner.name) })
  }
  return refreshTokenInvalid()
}
