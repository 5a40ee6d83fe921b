import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { orderedBy } from '../../platform/operation/order.ts'
import type { Key } from '../../platform/operation/page.ts'
import { isVisible } from '../users/public.ts'

export interface InviteRow {
  id: string
  user_id: string
  code: string
  max_uses: number
  uses: number
  email_canonical: string | null
  expires_at: Date
  revoked_at: Date | null
  created_at: Date
}

const columns = sql`i.id, i.user_id, i.code, i.max_uses, i.uses, i.email_canonical, i.expires_at, i.revoked_at, i.created_at`

export type NewInvite = Pick<
  InviteRow,
  'id' | 'user_id' | 'code' | 'max_uses' | 'email_canonical' | 'expires_at' | 'created_at'
>

/** @returns undefined when another invitation has the code. */
export async function insertInvite(db: Db, invite: NewInvite): Promise<InviteRow | undefined> {
  const { rows } = await sql<InviteRow>`
    insert into marketplace.invite as i (id, user_id, code, max_uses, email_canonical, expires_at, created_at)
    values (${invite.id}, ${invite.user_id}, ${invite.code}, ${invite.max_uses}, ${invite.email_canonical}, ${invite.expires_at},
      ${invite.created_at})
    on conflict (code) do nothing returning ${columns}`.execute(db)
  return rows[0]
}

/** How many of somebody's invitations still work. Their row is locked, so none is made meanwhile. */
export async function countLiveInvites(db: Db, userId: string, now: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from marketplace.invite i
    where i.user_id = ${userId} and i.revoked_at is null and i.expires_at > ${now} and i.uses < i.max_uses`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

export const newestInvites = orderedBy<InviteRow>(
  'desc',
  ['i.created_at', 'timestamptz', 'created_at'],
  ['i.id', 'uuid', 'id'],
)

export async function selectInvites(
  db: Db,
  userId: string,
  { after, limit }: { after: Key | undefined; limit: number },
): Promise<InviteRow[]> {
  const { rows } = await sql<InviteRow>`
    select ${columns} from marketplace.invite i where i.user_id = ${userId} and ${newestInvites.isPast(after)}
    order by ${newestInvites.by} limit ${limit}`.execute(db)
  return rows
}

/** Takes an invitation of somebody back, once. @returns undefined when it is not theirs. */
export async function updateRevoked(
  db: Db,
  { id, userId, at }: { id: string; userId: string; at: Date },
): Promise<InviteRow | undefined> {
  const { rows } = await sql<InviteRow>`
    update marketplace.invite i set revoked_at = coalesce(i.revoked_at, ${at}::timestamptz)
    where i.id = ${id} and i.user_id = ${userId} returning ${columns}`.execute(db)
  return rows[0]
}

export interface ShownInvite extends InviteRow {
  inviter_name: string
  inviter_photo_url: string | null
  inviter_email_canonical: string | null
}

/** An invitation of somebody whom the reader may see. */
export async function selectInvite(
  db: Db,
  code: string,
  viewer: string | null,
): Promise<ShownInvite | undefined> {
  const { rows } = await sql<ShownInvite>`
    select ${columns}, u.name as inviter_name, u.profile_photo_url as inviter_photo_url, u.email_canonical as inviter_email_canonical
    from marketplace.invite i join marketplace.users u on u.id = i.user_id
    where i.code = ${code} and u.status = 'active' and ${isVisible(viewer, 'i.user_id')}`.execute(db)
  return rows[0]
}

export async function insertInviteUse(
  db: Db,
  use: { userId: string; inviteId: string; at: Date },
): Promise<void> {
  await sql`
    insert into marketplace.invite_use (user_id, invite_id, created_at) values (${use.userId}, ${use.inviteId}, ${use.at})
    on conflict do nothing`.execute(db)
}

/** Counts that somebody came by an invitation, once, while it is not full. @returns whose it was. */
export async function countInviteUse(db: Db, userId: string, at: Date): Promise<string | undefined> {
  const { rows } = await sql<{ user_id: string }>`
    with used as (
      update marketplace.invite i set uses = i.uses + 1 from marketplace.invite_use v
      where v.user_id = ${userId} and v.counted_at is null and i.id = v.invite_id and i.uses < i.max_uses
      returning i.id, i.user_id
    ), counted as (
      update marketplace.invite_use v set counted_at = ${at} from used where v.user_id = ${userId} and v.invite_id = used.id
    )
    select user_id from used`.execute(db)
  return rows[0]?.user_id
}

export async function deleteInvitesOf(db: Db, userId: string): Promise<void> {
  await sql`delete from marketplace.invite where user_id = ${userId}`.execute(db)
}
