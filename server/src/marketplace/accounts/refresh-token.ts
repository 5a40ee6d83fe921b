import { Type } from 'typebox'
import { refreshTokenInvalid } from '../../platform/identity/problems.ts'
import { refreshSession } from '../../platform/identity/sessions.ts'
import { newId } from '../../platform/ids.ts'
import { operation } from '../../platform/operation/operation.ts'
import { Verbatim } from '../../platform/operation/schema.ts'
import { anyone } from '../access.ts'
import { selectUser } from '../users/public.ts'
import { warnOwner } from './security.ts'
import { presentTokens, tokenFields } from './shapes.ts'

export const refreshToken = operation({
  source: 'not in the specification; added so that access tokens can be short-lived',
  method: 'POST',
  path: '/usr-mgt/refresh-token',
  summary: 'Exchange a refresh token for the next pair of tokens',
  tag: 'users',
  access: anyone,
  body: Type.Object({ refresh_token: Verbatim(1, 200) }),
  replies: { 200: { message: 'Tokens refreshed successfully', data: Type.Object(tokenFields) } },
  problems: [refreshTokenInvalid],
  credentials: { realm: 'marketplace', refreshCookie: true },

  async handle({ body, ...work }) {
    const pair = await refreshSession(work, 'marketplace', body.refresh_token)
    if ('accessToken' in pair) {
      const user = await selectUser(work.db, pair.personId)
      // Thrown, so that the token is still good when the account is active again.
      if (user?.status !== 'active') throw refreshTokenInvalid()
      return presentTokens(pair)
    }
    const owner = pair.reusedBy === undefined ? undefined : await selectUser(work.db, pair.reusedBy)
    if (owner) {
      await warnOwner(work, owner, {
        sourceEvent: `refresh-reuse:${newId()}`,
        title: 'A session was ended for your safety',
        message:
          'Somebody used an old sign-in token of your account, so that session was ended. If you did not expect this, change your password.',
      })
    }
    // Returned, not thrown: the end of the session must be kept.
    return refreshTokenInvalid()
  },
})
