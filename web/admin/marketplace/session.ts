import { client, refreshToken } from '@plaza/client/marketplace'
import { makeQueryClient } from '../../ui/app.tsx'
import { ask } from '../../ui/failure.ts'
import { keepOwn } from '../../ui/own-queries.ts'
import { Session, speakFor } from '../../ui/session.ts'

/** The person of the marketplace; in the same browser the storefront is signed in as the same one. */
export const session = new Session('marketplace', async () => {
  const { data } = await ask(refreshToken({ body: { refresh_token: '' } }))
  return { value: data.access_token, expiresIn: data.expires_in }
})

speakFor(client, session)

/** Each product has its own people, and so its own queries. */
export const queryClient = makeQueryClient()
keepOwn(queryClient, session)
