import { type Static, Type } from 'typebox'
import { Id, Nullable, OneOf, Shown, Timestamp, Verbatim } from '../../platform/operation/schema.ts'
import { codeLength, codePattern } from './code.ts'
import type { InviteRow } from './queries.ts'

export const Code = Verbatim(codeLength, codeLength, {
  pattern: codePattern,
  description: 'of an invitation, in capitals or not',
  example: 'K7QH2MXR4T',
})

/** Why an invitation does not work, or that it does. */
export type State = 'open' | 'expired' | 'exhausted' | 'revoked'

export function stateOf(
  {
    revoked_at,
    uses,
    max_uses,
    expires_at,
  }: Pick<InviteRow, 'revoked_at' | 'uses' | 'max_uses' | 'expires_at'>,
  now: Date,
): State {
  if (revoked_at) return 'revoked'
  if (uses >= max_uses) return 'exhausted'
  return expires_at <= now ? 'expired' : 'open'
}

export const Invite = Type.Object(
  {
    _id: Id,
    code: Shown('K7QH2MXR4T'),
    url: Shown('https://plaza.example/sign-up?invite=K7QH2MXR4T'),
    state: OneOf(['open', 'expired', 'exhausted', 'revoked']),
    max_uses: Type.Integer(),
    uses: Type.Integer({ description: 'who signed up by it and proved their address' }),
    remaining: Type.Integer(),
    email: Nullable(Shown('ben@example.org'), 'whom alone it is for'),
    expires_at: Timestamp,
    created_at: Timestamp,
  },
  { title: 'Invite' },
)

export const presentInvite = (row: InviteRow, publicUrl: string, now: Date): Static<typeof Invite> => ({
  _id: row.id,
  code: row.code,
  url: `${publicUrl}/sign-up?invite=${row.code}`,
  state: stateOf(row, now),
  max_uses: row.max_uses,
  uses: row.uses,
  remaining: row.max_uses - row.uses,
  email: row.email_canonical,
  expires_at: row.expires_at.toISOString(),
  created_at: row.created_at.toISOString(),
})
