import { adminLogin } from '@plaza/client/wellness'
import { ask } from '../../../ui/failure.ts'
import type { Credentials } from '../../../ui/sign-in-form.tsx'
import { session } from '../session.ts'

/** @throws Failure */
export async function signIn({ email, password, totp }: Credentials): Promise<void> {
  const { data } = await ask(adminLogin({ body: { email, password, ...(totp ? { totp } : {}) } }))
  session.signedIn(data.admin.id, { value: data.accessToken, expiresIn: data.expiresIn })
}
