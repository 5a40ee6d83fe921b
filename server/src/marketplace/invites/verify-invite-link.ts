import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { Nullable, Shown, Timestamp } from '../../platform/operation/schema.ts'
import { anyone } from '../access.ts'
import { inviteProblems } from './problems.ts'
import { openInvite } from './public.ts'
import { Code } from './shapes.ts'

export const verifyInviteLink = operation({
  key: 'M115',
  source: 'named in the specification; method, path and reply chosen here; it uses nothing up',
  method: 'GET',
  path: '/user-tools/verify-invite-link',
  summary: 'See who invites by a code, and whether it works',
  access: anyone,
  query: Type.Object({ code: Code }),
  limit: { max: 300, strict: 60, windowSeconds: 3600 },
  replies: {
    200: {
      message: 'The invitation is open',
      data: Type.Object({
        valid: Type.Boolean(),
        inviter: Type.Object({
          name: Shown('Ada Lovelace'),
          photo: Nullable(Shown('https://plaza.example/media/0197b3a1-9c40/1280.webp')),
        }),
        remaining: Type.Integer(),
        expires_at: Timestamp,
      }),
    },
  },
  problems: inviteProblems,

  async handle({ query, caller, db, clock }) {
    const invite = await openInvite({ db, clock }, query.code, caller?.id ?? null)
    return {
      valid: true,
      inviter: { name: invite.inviter_name, photo: invite.inviter_photo_url },
      remaining: invite.max_uses - invite.uses,
      expires_at: invite.expires_at.toISOString(),
    }
  },
})
