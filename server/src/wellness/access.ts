import type { BaseCaller } from '../platform/operation/caller.ts'
import type { Access } from '../platform/operation/operation.ts'

/** A signed-in person of the wellness app. */
export interface User extends BaseCaller {
  realm: 'wellness-user'
  kind: 'user'
  name: string
  email: string
  /** As they chose it; a request may name another. */
  language: string
  timezone: string
  timezoneMode: 'AUTO' | 'FIXED'
  dayStartMinutes: number
  /** Before that their days began at another time, and do until then; null where they always began at this one. */
  dayStartFrom: Date | null
  /** When the invitation of somebody brought them here; null for all the others. */
  invitedAt: Date | null
  createdAt: Date
}

export const roles = ['SUPER', 'CONTENT', 'SUPPORT', 'FINANCE', 'ANALYST'] as const
export type Role = (typeof roles)[number]

/** What a role makes an administrator: the first is let in everywhere. */
export const kindOf = {
  SUPER: 'administrator',
  CONTENT: 'content-administrator',
  SUPPORT: 'support-administrator',
  FINANCE: 'finance-administrator',
  ANALYST: 'analyst',
} as const satisfies Record<Role, string>
/** Every kind of administrator. */
export const administrators = Object.values(kindOf)

/** A signed-in administrator of the wellness app; a pool of people of its own. */
export interface Administrator extends BaseCaller {
  realm: 'wellness-admin'
  kind: (typeof kindOf)[Role]
  name: string
  email: string
}

const access = <C extends BaseCaller | null>(
  name: string,
  admits: readonly string[],
  isPublic: boolean,
  tokens?: 'unread' | 'forgiven',
): Access<C> => ({ product: 'wellness', name, admits, isPublic, ...(tokens && { tokens }) })

export const everyone: readonly string[] = ['user', ...administrators]

/** Anybody, signed in or not; a bad token is still refused, so that an app gets the next one. */
export const anyone = access<User | Administrator | null>('anyone', everyone, true)
/** Anybody as a stranger, also who is signed in: of what signs in, or proves who somebody is, by something else. */
export const stranger = access<null>('anyone, with or without a token', [], true, 'unread')
/** Whoever is signed in, people and administrators. */
export const signedIn = access<User | Administrator>('signed in', everyone, false)
/** People with an account of their own. */
export const user = access<User>('user', ['user'], false)
/** Administrators of any role. */
export const administrator = access<Administrator>('administrator', administrators, false)
/** Those who write what users get to see. */
export const contentAdministrator = access<Administrator>(
  'content administrator',
  [kindOf.SUPER, kindOf.CONTENT],
  false,
)
/** Those who look after people. */
export const supportAdministrator = access<Administrator>(
  'support administrator',
  [kindOf.SUPER, kindOf.SUPPORT],
  false,
)
/** Those who may do everything; a role, not a kind of people of their own. */
export const superAdministrator = access<Administrator>('SUPER role', [kindOf.SUPER], false)
