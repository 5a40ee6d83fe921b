import { createAdministrator } from '../wellness/admins/public.ts'
import { call, lastCode, newEmail, type TestPerson, world } from './kit.ts'

export const wellnessBase = '/wellness-app/api/v1'

/** A new wellness user with a proved address, signed in. */
export async function newUser(
  overrides: { name?: string; timeZone?: string; deviceId?: string } = {},
): Promise<TestPerson> {
  const email = newEmail()
  const password = 'correct horse battery'
  const headers: Record<string, string> = overrides.deviceId ? { deviceId: overrides.deviceId } : {}
  await call('POST', `${wellnessBase}/user/signup`, {
    body: {
      name: overrides.name ?? 'Ada Test',
      email,
      password,
      timeZone: overrides.timeZone ?? 'Europe/Berlin',
    },
    headers,
  })
  const { body } = await call('POST', `${wellnessBase}/user/verify`, {
    body: { email, otp: await lastCode(email) },
    headers,
  })
  return {
    id: body.data.user.id,
    token: body.data.accessToken,
    refreshToken: body.data.refreshToken,
    email,
    password,
  }
}

/** A new wellness administrator, signed in. */
export async function newWellnessAdmin(
  role: 'SUPER' | 'CONTENT' | 'SUPPORT' | 'FINANCE' | 'ANALYST' = 'SUPER',
): Promise<TestPerson> {
  const { host } = await world()
  const email = newEmail()
  const password = 'correct horse battery'
  await createAdministrator(host.services, { name: 'Grace Admin', email, password, role })
  const { body } = await call('POST', `${wellnessBase}/admin/login`, { body: { email, password } })
  return {
    id: body.data.admin.id,
    token: body.data.accessToken,
    refreshToken: body.data.refreshToken,
    email,
    password,
  }
}
