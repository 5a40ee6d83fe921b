import { sql } from 'kysely'
import type pg from 'pg'
import { countTerms } from '../marketplace/search/public.ts'
import type { Db } from '../platform/db/database.ts'
import { exclusively } from '../platform/db/exclusive.ts'
import { canonicalEmail } from '../platform/identity/email.ts'
import { hashPassword } from '../platform/identity/passwords.ts'
import { pictureUrl } from '../platform/media/uploads.ts'
import { platformItself, transact } from '../platform/operation/transact.ts'
import type { Work } from '../platform/operation/work.ts'
import type { Services } from '../platform/services.ts'
import { readContent } from './content.ts'
import { readTown } from './files.ts'
import { drawPictures, usePictures } from './pictures.ts'
import { emailOf, type PlannedListing, planTown, type Town } from './plan.ts'
import { writeConversations } from './write-conversations.ts'
import { writeDeals } from './write-deals.ts'
import { writeDesk } from './write-desk.ts'
import { writeGuests, writeNewsletter } from './write-guests.ts'
import {
  writeCategories,
  writeComments,
  writeFollows,
  writeListings,
  writePeople,
  writeReviews,
  writeSaves,
} from './write-marketplace.ts'
import { writeMoney } from './write-money.ts'
import { writeBirthdays, writeInvites } from './write-neighbours.ts'
import { writeNotices } from './write-notices.ts'
import { writeReports } from './write-reports.ts'
import { writeSavedSearches } from './write-saved-searches.ts'
import { writeViews } from './write-views.ts'
import { writeWellness } from './write-wellness.ts'

export type DemoAccounts = { role: string; email: string; password: string }[]

/** The accounts to try the town with. All people of the town have the same password. */
export function demoAccounts(): DemoAccounts {
  const town = readTown()
  return town.accounts.map(({ role, person }) => ({
    role,
    email: emailOf(town, person),
    password: town.password,
  }))
}

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
 * Fills an empty database with the demonstration town of `server/demo`. Everything but the pictures
 * comes in one transaction, so a fill that is ended half-way leaves the database empty.
 * @throws ContentError when the files of the town are wrong.
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
    return demoAccounts()
  })

async function fill(services: Services, onProgress: (line: string) => void): Promise<void> {
  const { clock, settings } = services
  const now = clock.now()
  onProgress('Building the demonstration town.')
  const content = readContent()
  const town = planTown(content, now, settings.signingSecret)
  // Drawing takes long on a small machine, and PostgreSQL ends a transaction in which nothing happens for a while.
  await drawPictures(services, town, onProgress)
  await transact(services, platformItself, async (work) => {
    await writeTown(work, town, settings.publicUrl)
    await usePictures(work.db, town)
    // Readers come at once; without this the planner believes that the tables are still empty.
    await sql`analyze marketplace.users, marketplace.category, marketplace.post, marketplace.favourite, marketplace.follow, marketplace.post_view`.execute(
      work.db,
    )
  })
  onProgress(`${town.people.size} people of the town offer ${town.listings.size} things.`)
}

async function writeTown(work: Work, town: Town, publicUrl: string): Promise<void> {
  const { db } = work
  const urlOf = ({ pictureIds: [first] }: PlannedListing) => pictureUrl(publicUrl, first)
  const passwordHash = await hashPassword(town.content.town.password)
  await writePeople(db, town, { passwordHash, publicUrl })
  await writeCategories(work, town)
  await writeListings(db, town)
  await writeSaves(db, town)
  await writeComments(db, town)
  await writeDeals(db, town)
  await writeFollows(db, town)
  await writeInvites(db, town)
  await writeBirthdays(db, town)
  const unread = await writeConversations(db, town, urlOf)
  await writeNotices(db, town, { unread, urlOf })
  await writeReviews(db, town)
  await writeReports(work, town)
  await writeSavedSearches(work, town)
  await writeGuests(work, town)
  await writeNewsletter(work, town)
  // The hourly sweep would do it, and whoever comes first sees suggestions.
  await countTerms(db, town.now)
  await writeViews(work, town)
  await writeDesk(work, town)
  await writeMoney(work, town)
  await writeWellness(db, town.content, { now: town.now, passwordHash })
}

/** Whether this database is the demonstration town, so that its accounts can be told again. */
export async function isDemoTown(db: Db): Promise<boolean> {
  const addresses = demoAccounts().map(({ email }) => canonicalEmail(email))
  const { rows } = await sql`
    select from marketplace.users where email_canonical = any(${addresses}) and deleted_at is null limit 1`.execute(
    db,
  )
  return rows.length > 0
}
