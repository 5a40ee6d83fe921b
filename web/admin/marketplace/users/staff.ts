import { createClient, createConfig, login, logout } from '@plaza/client/marketplace'
import { texts } from '../../../texts/admin.ts'
import { ask, Failure, throwFailures } from '../../../ui/failure.ts'
import type { Credentials } from '../../../ui/sign-in-form.tsx'
import { session } from '../session.ts'

export const isStaff = (role: string): boolean => role === 'moderator' || role === 'administrator'

/** Gets its tokens in replies, so the cookie of the storefront stays as it is. */
const withoutCookie = createClient(createConfig({ baseUrl: '' }))
throwFailures(withoutCookie)

/** @throws Failure, also when the account is good but nobody's of the staff. */
export async function signIn({ email, password }: Credentials): Promise<void> {
  const body = { email, password }
  const { data: found } = await ask(login({ client: withoutCookie, body }))
  await ask(logout({ client: withoutCookie, auth: found.access_token, body: {} }))
  if (!isStaff(found.user.role)) throw new Failure(403, 'NOT_STAFF', texts.signIn.notStaff)
  const { data } = await ask(login({ body }))
  session.signedIn(data.user._id, { value: data.access_token, expiresIn: data.expires_in })
}
