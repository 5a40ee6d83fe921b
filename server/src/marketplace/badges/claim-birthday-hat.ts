import { Type } from 'typebox'
import { days } from '../../platform/clock.ts'
import { operation } from '../../platform/operation/operation.ts'
import { sessionRevoked } from '../../platform/operation/problem.ts'
import { Timestamp } from '../../platform/operation/schema.ts'
import { member } from '../access.ts'
import { lockUser, wearHat } from '../users/public.ts'
import { hatDays, windowAt } from './birthday.ts'
import { birthdayNotSet, notBirthdayWindow } from './problems.ts'
import { insertHat } from './queries.ts'

export const claimBirthdayHat = operation({
  key: 'M20',
  source: 'named in the specification; path, window and reply chosen here',
  method: 'POST',
  path: '/usr-mgt/claim-birthday-hat',
  summary:
    'Put on the birthday hat: from your birthday for seven days it can be had, once a year, and is worn for seven',
  tag: 'users',
  access: member,
  replies: {
    200: {
      message: 'Happy birthday',
      data: Type.Object({
        year: Type.Integer({ description: 'of the birthday' }),
        claimed_at: Timestamp,
        shown_until: Timestamp,
      }),
    },
  },
  problems: [birthdayNotSet, notBirthdayWindow],

  async handle({ caller, db, clock }) {
    const now = clock.now()
    // Locked, so that two claims at once are one after the other.
    const user = await lockUser(db, caller.id)
    if (!user) throw sessionRevoked()
    if (user.birthday === null) throw birthdayNotSet()
    const { year, opensAt } = windowAt(user.birthday, user.timezone, now)
    if (opensAt > now) throw notBirthdayWindow({ details: { opens_at: opensAt.toISOString() } })
    const until = new Date(now.getTime() + days(hatDays))
    const hat = await insertHat(db, { userId: user.id, year, at: now, until })
    if (hat.is_new) await wearHat(db, user.id, hat.shown_until)
    return {
      year: hat.year,
      claimed_at: hat.claimed_at.toISOString(),
      shown_until: hat.shown_until.toISOString(),
    }
  },
})
