import { login } from '@plaza/client/wellness'
import { ask } from '../../ui/failure.ts'
import type { Credentials } from '../../ui/sign-in-form.tsx'
import { session } from '../session.ts'

/** @throws Failure */
export async function signIn({ email, password }: Credentials): Promise<void> {
  const { data } = await ask(login({ body: { email, password } }))
  session.signedIn(data.user.id, { value: data.accessToken, expiresIn: data.expiresIn })
}
