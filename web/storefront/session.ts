import { client, refreshToken } from '@plaza/client/marketplace'
import { ask } from '../ui/failure.ts'
import { Session, speakFor } from '../ui/session.ts'

/** The person who is signed in to the marketplace. */
export const session = new Session('marketplace', async () => {
  // The cookie holds the token; `keepalive` brings the next one even when the page is left meanwhile.
  const { data } = await ask(refreshToken({ body: { refresh_token: '' }, keepalive: true }))
  return { value: data.access_token, expiresIn: data.expires_in }
})

speakFor(client, session)

/** Address of the person's live events. */
export const streamUrl = '/api/v1/stream'
