import { type Static, Type } from 'typebox'
import { Nullable, Timestamp } from '../../platform/operation/schema.ts'
import { PublicUser, presentPublicUser } from '../users/public.ts'
import type { FriendRow } from './friend-queries.ts'
import type { ConnectionRow } from './queries.ts'

/** What lies between a person and whoever reads of them. */
export const ties = {
  is_following: Type.Boolean({ description: 'whether you follow them' }),
  follows_me: Type.Boolean({ description: 'whether they follow you' }),
}

export const Connection = Type.Object(
  { ...PublicUser.properties, ...ties, followed_at: Timestamp },
  { title: 'Connection' },
)

export const presentConnection = (row: ConnectionRow): Static<typeof Connection> => ({
  ...presentPublicUser(row),
  is_following: row.is_following,
  follows_me: row.follows_me,
  followed_at: row.followed_at.toISOString(),
})

export const Friend = Type.Object(
  {
    ...PublicUser.properties,
    ...ties,
    contact: Nullable(Type.Integer({ description: 'the place of their hash among those sent, from 0' })),
  },
  { title: 'Friend' },
)

export const presentFriend = (row: FriendRow): Static<typeof Friend> => ({
  ...presentPublicUser(row),
  is_following: row.is_following,
  follows_me: row.follows_me,
  contact: row.contact,
})
