import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

export interface BirthdayRow {
  id: string
  /** As `YYYY-MM-DD`. */
  birthday: string
  timezone: string
  name: string
  /** Whether their followers are told. */
  tells_birthday: boolean
}

/** The next people whose birthday has begun, or of whom nobody has found out when it does; locked. */
export async function lockBirthdays(db: Db, now: Date, most: number): Promise<BirthdayRow[]> {
  const { rows } = await sql<BirthdayRow>`
    select u.id, u.birthday::text as birthday, u.timezone, u.name, u.tells_birthday from marketplace.users u
    where u.birthday is not null and coalesce(u.birthday_opens_at, '-infinity') <= ${now}
    order by coalesce(u.birthday_opens_at, '-infinity') limit ${most} for no key update skip locked`.execute(
    db,
  )
  return rows
}

/** Notes when the next birthdays of some people begin where they are. */
export async function updateBirthdayOpenings(
  db: Db,
  people: readonly { id: string; opensAt: Date }[],
): Promise<void> {
  if (people.length === 0) return
  await sql`
    update marketplace.users u set birthday_opens_at = found.at
    from unnest(${people.map(({ id }) => id)}::uuid[], ${people.map(({ opensAt }) => opensAt)}::timestamptz[]) found (id, at)
    where u.id = found.id`.execute(db)
}

/** Others see somebody with the hat until then. It is no change of the account that its owner would wait for. */
export async function wearHat(db: Db, id: string, until: Date): Promise<void> {
  await sql`update marketplace.users set hat_until = ${until} where id = ${id}`.execute(db)
}
