import type { BaseCaller } from '../platform/operation/caller.ts'
import type { Access } from '../platform/operation/operation.ts'

export type Kind = 'guest' | 'member' | 'moderator' | 'administrator'

/** A signed-in person of the marketplace, loaded anew for every request. */
export interface Caller extends BaseCaller {
  realm: 'marketplace'
  kind: Kind
  name: string
  isVerified: boolean
  currency: string
  timezone: string
  longitude: number
  latitude: number
  createdAt: Date
}

const access = <C extends Caller | null>(
  name: string,
  admits: readonly Kind[],
  isPublic: boolean,
  tokens?: 'unread' | 'forgiven',
): Access<C> => ({ product: 'marketplace', name, admits, isPublic, ...(tokens && { tokens }) })

export const everyone: readonly Kind[] = ['guest', 'member', 'moderator', 'administrator']

/** Anybody, signed in or not; a bad token is still refused, so that an app gets the next one. */
export const anyone = access<Caller | null>('anyone', everyone, true)
/** Anybody as a stranger, also who is signed in: of what signs in, or proves who somebody is, by something else. */
export const stranger = access<null>('anyone, with or without a token', [], true, 'unread')
/** Anybody, with a bad token as a stranger: of what an app must hear that was away for long. */
export const anyoneAtAll = access<Caller | null>(
  'anyone, also with an expired token',
  everyone,
  true,
  'forgiven',
)
/** Guests and everybody above. */
export const guest = access<Caller>('guest', everyone, false)
/** People with an account of their own. */
export const member = access<Caller>('member', ['member', 'moderator', 'administrator'], false)
export const moderator = access<Caller>('moderator', ['moderator', 'administrator'], false)
export const administrator = access<Caller>('administrator', ['administrator'], false)

/** Whether somebody looks after the marketplace. */
export const isStaff = ({ kind }: Caller): boolean => kind === 'moderator' || kind === 'administrator'
