import { login } from '@plaza/client/marketplace'
import { ask } from '../../ui/failure.ts'
import type { Credentials } from '../../ui/sign-in-form.tsx'
import { session } from '../session.ts'
import { deviceId } from './device.ts'

/** @throws Failure */
export async function signIn({ email, password }: Pick<Credentials, 'email' | 'password'>): Promise<void> {
  const { data } = await ask(login({ body: { email, password, device_id: deviceId() } }))
  session.signedIn(data.user._id, { value: data.access_token, expiresIn: data.expires_in })
}
