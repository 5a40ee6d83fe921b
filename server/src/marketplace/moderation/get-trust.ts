import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { Nullable, OneOf } from '../../platform/operation/schema.ts'
import { member } from '../access.ts'
import { noSuchUser } from '../users/public.ts'
import { findTrust } from './trust-queries.ts'
import { highestTrust, isMet, requirementsOf, trustAspects, trustOf } from './trust-rule.ts'

export const getTrust = operation({
  source:
    'added here: how far you are trusted, on which your limits depend, and what the next level asks for',
  method: 'GET',
  path: '/usr-mgt/trust',
  summary: 'Get your level of trust, and what is missing for the next one',
  tag: 'users',
  access: member,
  replies: {
    200: {
      message: 'Trust fetched successfully',
      data: Type.Object(
        {
          level: Type.Integer({ description: 'which your limits go by; looked at once a day' }),
          earned: Type.Integer({ description: 'what you have earned by now' }),
          highest: Type.Integer(),
          next: Nullable(
            Type.Object({
              level: Type.Integer(),
              requirements: Type.Array(
                Type.Object({
                  what: OneOf(trustAspects),
                  have: Type.Integer(),
                  need: Type.Integer(),
                  is_met: Type.Boolean(),
                }),
              ),
            }),
            'null at the highest',
          ),
        },
        { title: 'Trust' },
      ),
    },
  },

  async handle({ caller, db, clock }) {
    const now = clock.now()
    const row = await findTrust(db, caller.id)
    if (!row) throw noSuchUser()
    const earned = trustOf(row, now)
    const level = earned + 1
    const requirements = requirementsOf(level, row, now).map((one) => ({ ...one, is_met: isMet(one) }))
    return {
      level: row.level,
      earned,
      highest: highestTrust,
      next: level > highestTrust ? null : { level, requirements },
    }
  },
})
