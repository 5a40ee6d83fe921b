import { days } from '../platform/clock.ts'
import { createAdministrator } from '../wellness/admins/public.ts'
import { call, granted, lastCode, later, newAddress, newEmail, type TestPerson, world } from './kit.ts'

export const wellnessBase = '/wellness-app/api/v1'

/** A new wellness user with a proved address, signed in. */
export async function newUser(
  overrides: { name?: string; timeZone?: string; deviceId?: string; language?: string } = {},
): Promise<TestPerson> {
  const email = newEmail()
  const password = 'correct horse battery'
  const address = newAddress()
  const headers: Record<string, string> = overrides.deviceId ? { deviceId: overrides.deviceId } : {}
  const ask = (what: string, body: object) =>
    granted(call('POST', `${wellnessBase}/user/${what}`, { from: address, body, headers }))
  const { name = 'Ada Test', timeZone = 'Europe/Berlin', language } = overrides
  await ask('signup', { name, email, password, timeZone, language })
  const { body } = await ask('verify', { email, otp: await lastCode(email) })
  return {
    id: body.data.user.id,
    address,
    token: body.data.accessToken,
    refreshToken: body.data.refreshToken,
    email,
    password,
  }
}

/** Somebody who was away for longer than they stay signed in. */
export async function signedInAgain(person: TestPerson): Promise<TestPerson> {
  const { email, password } = person
  const { body } = await granted(call('POST', `${wellnessBase}/user/login`, { body: { email, password } }))
  return { ...person, token: body.data.accessToken }
}

/** Somebody has their days begin at another time, which holds from the next one on. @returns them, two days later */
export async function withDayStart<T>(
  person: TestPerson,
  dayStart: string,
  check: (as: TestPerson) => Promise<T>,
): Promise<T> {
  await granted(call('PUT', `${wellnessBase}/user/profile`, { as: person, body: { dayStart } }))
  return later(days(2), async () => check(await signedInAgain(person)))
}

/** A new wellness administrator, signed in. */
export async function newWellnessAdmin(
  role: 'SUPER' | 'CONTENT' | 'SUPPORT' | 'FINANCE' | 'ANALYST' = 'SUPER',
): Promise<TestPerson> {
  const { host } = await world()
  const email = newEmail()
  const password = 'correct horse battery'
  await createAdministrator(host.services, { name: 'Grace Admin', email, password, role })
  const address = newAddress()
  const { body } = await granted(
    call('POST', `${wellnessBase}/admin/login`, { from: address, body: { email, password } }),
  )
  return {
    id: body.data.admin.id,
    address,
    token: body.data.accessToken,
    refreshToken: body.data.refreshToken,
    email,
    password,
  }
}

/** What an authenticator app learns from the address that it is handed. */
export function secretOfApp(address: URL): Buffer {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
  const bits = [...(address.searchParams.get('secret') ?? '')]
    .map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0'))
    .join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}
