import { client as marketplaceClient, refreshToken } from '@plaza/client/marketplace'
import { adminRefreshToken, client as wellnessClient } from '@plaza/client/wellness'
import { ask } from '../ui/failure.ts'
import { Session, speakFor } from '../ui/session.ts'

/** The person of the marketplace; in the same browser the storefront is signed in as the same one. */
export const marketplaceSession = new Session('marketplace', async () => {
  const { data } = await ask(refreshToken({ body: { refresh_token: '' }, security: [] }))
  return { value: data.access_token, expiresIn: data.expires_in }
})

/** The administrator of the wellness app. */
export const wellnessSession = new Session('wellness-admin', async () => {
  const { data } = await ask(adminRefreshToken({ body: { refreshToken: '' }, security: [] }))
  return { value: data.accessToken, expiresIn: data.expiresIn }
})

speakFor(marketplaceClient, marketplaceSession)
speakFor(wellnessClient, wellnessSession)

export const isStaff = (role: string): boolean => role === 'moderator' || role === 'administrator'
