import { adminRefreshToken, client } from '@plaza/client/wellness'
import { makeQueryClient } from '../../ui/app.tsx'
import { ask } from '../../ui/failure.ts'
import { keepOwn } from '../../ui/own-queries.ts'
import { Session, speakFor } from '../../ui/session.ts'

/** The administrator of the wellness app. */
export const session = new Session('wellness-admin', async () => {
  const { data } = await ask(adminRefreshToken({ body: { refreshToken: '' } }))
  return { value: data.accessToken, expiresIn: data.expiresIn }
})

speakFor(client, session)

/** Each product has its own people, and so its own queries. */
export const queryClient = makeQueryClient()
keepOwn(queryClient, session)
