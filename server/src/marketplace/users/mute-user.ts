import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { invalidField } from '../../platform/operation/problem.ts'
import { Instant, Nullable, Timestamp } from '../../platform/operation/schema.ts'
import { member } from '../access.ts'
import { PersonId } from '../ids.ts'
import { selectPerson } from './directory-queries.ts'
import { cannotMuteSelf, noSuchUser } from './problems.ts'
import { deleteMute, keepMute } from './silence-queries.ts'

/** @throws VALIDATION_FAILED for an end that has been. */
function endOf(until: string | undefined, now: Date): Date | null {
  if (until === undefined) return null
  const end = new Date(until)
  if (end <= now) throw invalidField('body.until', 'future', 'must be still to come')
  return end
}

export const muteUser = operation({
  source: 'added here: a person’s notices, and those of their messages, stay away until a time or for ever',
  method: 'POST',
  path: '/usr-mgt/mute',
  summary: 'Hear nothing of what a person does, or hear of it again; they are not told',
  access: member,
  body: Type.Object({
    user_id: PersonId,
    is_muted: Type.Boolean(),
    until: Type.Optional({
      ...Instant,
      examples: ['2099-01-01T00:00:00Z'],
      description: 'left out, for ever',
    }),
  }),
  replies: {
    200: {
      message: 'Mute updated successfully',
      data: Type.Object({ is_muted: Type.Boolean(), muted_until: Nullable(Timestamp) }),
    },
  },
  problems: [cannotMuteSelf, noSuchUser],

  async handle({ body, caller, db, clock }) {
    const { user_id: mutedId, is_muted: isMuted } = body
    if (mutedId === caller.id) throw cannotMuteSelf()
    const until = isMuted ? endOf(body.until, clock.now()) : null
    // Whoever is muted can always be heard again.
    const isLifted = !isMuted && (await deleteMute(db, caller.id, mutedId))
    if (!isLifted && !(await selectPerson(db, mutedId, caller.id))) throw noSuchUser()
    if (isMuted) await keepMute(db, { muterId: caller.id, mutedId, until, at: clock.now() })
    return { is_muted: isMuted, muted_until: until?.toISOString() ?? null }
  },
})
