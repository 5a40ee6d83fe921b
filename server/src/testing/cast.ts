import { sql } from 'kysely'
import type { Registered } from '../platform/operation/registry.ts'
import { call, granted, newMember, newStaff, type TestPerson, world } from './kit.ts'
import { newUser, newWellnessAdmin, wellnessBase } from './wellness.ts'

/** One caller of every kind, with rows of their own; what the standard tests call everything as. */
export interface Cast {
  guest: TestPerson
  member: TestPerson
  /** Another member, with whom `member` has dealings. */
  partner: TestPerson
  moderator: TestPerson
  administrator: TestPerson
  user: TestPerson
  wellnessAdministrator: TestPerson
}

export async function newCast(): Promise<Cast> {
  const guest = await newMember()
  const { host } = await world()
  await sql`update marketplace.users set kind = 'guest' where id = ${guest.id}`.execute(host.services.db)
  return {
    guest,
    member: await newMember({ name: `Mia ${guest.id}` }),
    partner: await newMember({ name: `Paul ${guest.id}` }),
    moderator: await newStaff('moderator'),
    administrator: await newStaff('administrator'),
    user: await newUser(),
    wellnessAdministrator: await newWellnessAdmin(),
  }
}

/** Somebody whom an operation admits: the most powerful, or nobody where that is enough. */
export function callerFor({ operation: { access }, module }: Registered, cast: Cast): TestPerson | undefined {
  if (access.isPublic) return undefined
  const role = Object.entries(roles).findLast(
    ([, { product, kind }]) => product === module.product && access.admits.includes(kind),
  )?.[0]
  return role === undefined ? undefined : cast[role as Role]
}

type Role = keyof Cast

/** What each caller is called by the access rules of its product. */
export const roles: Record<Exclude<Role, 'partner'>, { product: string; kind: string }> = {
  guest: { product: 'marketplace', kind: 'guest' },
  member: { product: 'marketplace', kind: 'member' },
  moderator: { product: 'marketplace', kind: 'moderator' },
  administrator: { product: 'marketplace', kind: 'administrator' },
  user: { product: 'wellness', kind: 'user' },
  wellnessAdministrator: { product: 'wellness', kind: 'administrator' },
}

const logins: Partial<Record<Role, string>> = {
  user: `${wellnessBase}/user/login`,
  wellnessAdministrator: `${wellnessBase}/admin/login`,
}

/** The same person, signed in once more. */
export async function signInAgain(cast: Cast, role: Role): Promise<TestPerson> {
  const { address: from, email, password } = cast[role]
  const path = logins[role] ?? '/api/v1/usr-mgt/login'
  const { body } = await granted(call('POST', path, { from, body: { email, password } }))
  const { access_token, accessToken = access_token, refresh_token, refreshToken = refresh_token } = body.data
  return { ...cast[role], token: accessToken, refreshToken }
}

/** Signs a person in once more. @returns the id of that session, as their own list names it. */
export async function newSession(cast: Cast, role: 'member' | 'user', path: string): Promise<string> {
  const { token } = await signInAgain(cast, role)
  const { body } = await granted(call('GET', path, { as: { token } }))
  const current = body.data.find(
    (session: Record<string, unknown>) => session.isCurrent ?? session.is_current,
  )
  return current.id ?? current._id
}
