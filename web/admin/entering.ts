import { createClient, createConfig, login, logout } from '@plaza/client/marketplace'
import { adminLogin } from '@plaza/client/wellness'
import { texts } from '../texts/admin.ts'
import { ask, Failure, throwFailures } from '../ui/failure.ts'
import type { Credentials } from '../ui/sign-in-form.tsx'
import { isStaff, marketplaceSession, wellnessSession } from './api.ts'

/** Gets its tokens in replies, so the cookie of the storefront stays as it is. */
const withoutCookie = createClient(createConfig({ baseUrl: '' }))
throwFailures(withoutCookie)

/** @throws Failure, also when the account is good but nobody's of the staff. */
export async function enterMarketplace({ email, password }: Credentials): Promise<void> {
  const body = { email, password }
  const { data: found } = await ask(login({ client: withoutCookie, body }))
  await ask(logout({ client: withoutCookie, auth: found.access_token, body: {} }))
  if (!isStaff(found.user.role)) throw new Failure(403, 'NOT_STAFF', texts.signIn.notStaff)
  const { data } = await ask(login({ body }))
  marketplaceSession.signedIn(data.user._id, { value: data.access_token, expiresIn: data.expires_in })
}

/** @throws Failure */
export async function enterWellness({ email, password, totp }: Credentials): Promise<void> {
  const { data } = await ask(adminLogin({ body: { email, password, ...(totp ? { totp } : {}) } }))
  wellnessSession.signedIn(data.admin.id, { value: data.accessToken, expiresIn: data.expiresIn })
}
