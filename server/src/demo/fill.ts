import { sql } from 'kysely'
import type pg from 'pg'
import type { Db } from '../platform/db/database.ts'
import { exclusively } from '../platform/db/exclusive.ts'
import { hashPassword } from '../platform/identity/passwords.ts'
import type { Services } from '../platform/services.ts'
import { emailOf, password, people } from './people.ts'
import { storePictures } from './pictures.ts'
import { planTown } from './plan.ts'
import { planSaves, writeConversations, writeNotices } from './write-conversations.ts'
import { writeCategories, writeListings, writePeople, writeSaves } from './write-marketplace.ts'
import { writeReviews } from './write-reviews.ts'
import { writeWellness } from './write-wellness.ts'

export type DemoAccounts = { role: string; email: string; password: string }[]

/** The accounts to try the town with. All people of the town have the same password. */
export const demoAccounts: DemoAccounts = [
  { role: 'marketplace member', email: emailOf(people[0]?.key ?? ''), password },
  { role: 'marketplace moderator', email: emailOf('moderator'), password },
  { role: 'marketplace administrator', email: emailOf('admin'), password },
  { role: 'wellness user', email: emailOf('wellness'), password },
  { role: 'wellness administrator', email: emailOf('wellness-admin'), password },
]

/** Whether nobody and nothing is there yet that the town could get mixed up with. */
export async function isEmpty(db: Db): Promise<boolean> {
  const { rows } = await sql<{ is_empty: boolean }>`
    select not exists (select from marketplace.users) and not exists (select from marketplace.category)
      and not exists (select from wellness.users) and not exists (select from wellness.category) as is_empty`.execute(
    db,
  )
  return rows[0]?.is_empty ?? false
}

/**
 * Fills an empty database with the demonstration town. The pictures are stored first and all rows
 * come in one transaction, so a fill that is ended half-way leaves the database empty.
 * @throws when the database is not empty, unless it has the town already.
 */
export const fillDemo = (
  services: Services,
  pool: pg.Pool,
  onProgress: (line: string) => void = () => {},
): Promise<DemoAccounts> =>
  exclusively(pool, 'the demonstration town', async () => {
    if (await isEmpty(services.db)) await fill(services, onProgress)
    else if (!(await isDemoTown(services.db)))
      throw new Error('the demonstration town needs an empty database')
    return demoAccounts
  })

async function fill(services: Services, onProgress: (line: string) => void): Promise<void> {
  const { db, clock, settings } = services
  const now = clock.now()
  onProgress('Building the demonstration town.')
  const town = planTown(now, settings.signingSecret)
  const saves = planSaves(town)
  const [passwordHash, pictures] = await Promise.all([
    hashPassword(password),
    storePictures(services, [...town.listings.values()], onProgress),
  ])
  const writing = { town, pictures, publicUrl: settings.publicUrl }
  await db.transaction().execute(async (transaction) => {
    await writePeople(transaction, town, passwordHash)
    await writeCategories(transaction, town)
    await writeListings(transaction, town, pictures, saves)
    await writeSaves(transaction, town, saves)
    await writeConversations(transaction, writing)
    await writeNotices(transaction, saves, writing)
    await writeReviews(transaction, town)
    await writeWellness(transaction, now, passwordHash)
    // Readers come at once; without this the planner believes that the tables are still empty.
    await sql`analyze marketplace.users, marketplace.category, marketplace.post, marketplace.favourite`.execute(
      transaction,
    )
  })
  onProgress(`${town.people.size} people of the town offer ${town.listings.size} things.`)
}

/** Whether this database is the demonstration town, so that its accounts can be told again. */
export async function isDemoTown(db: Db): Promise<boolean> {
  const { rows } = await sql`
    select from marketplace.users where email_canonical = ${emailOf('admin')} and deleted_at is null`.execute(
    db,
  )
  return rows.length > 0
}
