import { birthdayNews, insertPastHat } from '../marketplace/badges/public.ts'
import { insertPastInvite } from '../marketplace/invites/public.ts'
import { insertFollowerNews } from '../marketplace/notifications/public.ts'
import { changeUser } from '../marketplace/users/public.ts'
import { days } from '../platform/clock.ts'
import type { Db } from '../platform/db/database.ts'
import type { Town } from './plan.ts'

/** Who came by whose invitation, which is still open. */
export async function writeInvites(db: Db, { people, now }: Town): Promise<void> {
  for (const inviter of people.values()) {
    const guests = [...people.values()].filter(({ invitedBy }) => invitedBy === inviter.key)
    if (guests.length > 0)
      await insertPastInvite(db, {
        userId: inviter.id,
        at: inviter.joinedAt,
        expiresAt: new Date(now.getTime() + days(14)),
        guests: guests.map(({ id, joinedAt }) => ({ id, at: joinedAt })),
      })
  }
}

/** Whose birthday it was, with the hat; their followers heard of it. */
export async function writeBirthdays(db: Db, { people, now }: Town): Promise<void> {
  for (const { id, name, joinedAt, birthdayDaysAgo } of people.values()) {
    if (birthdayDaysAgo === undefined) continue
    const day = new Date(now.getTime() - days(birthdayDaysAgo))
    const birthday = `1988-${day.toISOString().slice(5, 10)}`
    await changeUser(db, id, { birthday, birthday_set_at: joinedAt, tells_birthday: true }, joinedAt)
    await insertPastHat(db, { userId: id, year: day.getUTCFullYear(), at: day })
    await insertFollowerNews(db, birthdayNews({ id, name }, day.getUTCFullYear()), day)
  }
}
