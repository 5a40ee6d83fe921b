import { days, seconds } from '../platform/clock.ts'
import type { Db } from '../platform/db/database.ts'
import { canonicalEmail } from '../platform/identity/email.ts'
import { newId } from '../platform/ids.ts'
import { insertActiveUser, recordSighting, selectStays } from '../wellness/accounts/public.ts'
import { insertAdmin } from '../wellness/admins/public.ts'
import { addDays, logicalDate } from '../wellness/days/public.ts'
import { insertCategory, insertExercise } from '../wellness/exercises/public.ts'
import { parseFeeling } from '../wellness/feelings/public.ts'
import { plantGoal, viewpointOf } from '../wellness/goals/public.ts'
import { insertSession } from '../wellness/sessions/public.ts'
import type { Content } from './files.ts'
import { emailOf, knownIn } from './plan.ts'
import { writeQuestionnaires } from './write-questionnaires.ts'

/** The accounts, the catalogue, the questionnaires a month of the user's practice and goals. */
export async function writeWellness(
  db: Db,
  content: Content,
  { now, passwordHash }: { now: Date; passwordHash: string },
): Promise<void> {
  const joinedAt = new Date(now.getTime() - days(content.wellnessPeople.joinedDaysAgo))
  const userId = await writePeople(db, content, { now, passwordHash, joinedAt })
  const items = await writeCatalogue(db, content, joinedAt)
  await writeSessions(db, content, { userId, items, now })
  await writeGoals(db, content, { userId, items, now })
  await writeQuestionnaires(db, content, joinedAt)
}

async function writePeople(
  db: Db,
  { town, wellnessPeople: { user, administrator } }: Content,
  { now, passwordHash, joinedAt }: { now: Date; passwordHash: string; joinedAt: Date },
): Promise<string> {
  const address = (key: string) => {
    const email = emailOf(town, key)
    return { email, emailCanonical: canonicalEmail(email) }
  }
  const shared = { passwordHash, timezone: town.timezone, at: joinedAt }
  const { key, name, bio, referralCode } = user
  const userId = newId()
  await insertActiveUser(db, { id: userId, name, bio, referralCode, ...address(key), ...shared })
  await recordSighting(db, { userId, client: { deviceType: null, timezone: null, language: null }, at: now })
  await insertAdmin(db, {
    id: newId(),
    name: administrator.name,
    role: administrator.role,
    ...address(administrator.key),
    ...shared,
  })
  return userId
}

const usual = { isPremium: false, status: 'ACTIVE' } as const
const withoutPictures = { imageId: null, iconId: null }

/** @returns each exercise as something to practise, by its title. */
async function writeCatalogue(db: Db, { wellnessCatalogue }: Content, at: Date) {
  const items = new Map<string, ReturnType<typeof itemOf>>()
  for (const [position, { colour: color, subCategories, ...shown }] of wellnessCatalogue.entries()) {
    const top = { id: newId(), parentId: null, ...shown, color, position }
    await insertCategory(db, { ...top, ...withoutPictures, ...usual }, at)
    for (const [index, { name, translations, exercises }] of subCategories.entries()) {
      const own = { id: newId(), parentId: top.id, name, description: '', translations }
      const sub = { ...own, color, illustration: null, position: index }
      await insertCategory(db, { ...sub, ...withoutPictures, ...usual }, at)
      for (const [place, exercise] of exercises.entries()) {
        const item = itemOf(top, sub, exercise)
        await insertExercise(db, { ...exerciseOf(item, exercise), position: place }, at)
        items.set(exercise.title, item)
      }
    }
  }
  return items
}

type Exercise = Content['wellnessCatalogue'][number]['subCategories'][number]['exercises'][number]
interface Named {
  id: string
  name: string
}

const itemOf = (category: Named, subCategory: Named, { title, minutes }: Exercise) => ({
  categoryId: category.id,
  categoryName: category.name,
  subCategoryId: subCategory.id,
  subCategoryName: subCategory.name,
  exerciseId: newId(),
  exerciseTitle: title,
  durationSec: minutes * 60,
})

const exerciseOf = (item: ReturnType<typeof itemOf>, exercise: Exercise) => ({
  ...usual,
  ...exercise,
  id: item.exerciseId,
  categoryId: item.categoryId,
  subCategoryId: item.subCategoryId,
  durationSec: item.durationSec,
  mediaId: null,
  thumbnailId: null,
  steps: (exercise.steps ?? []).map((text) => ({ text })),
  breath: exercise.breath ?? [],
  sound: exercise.sound ?? null,
  suits: exercise.suits ?? [],
  level: exercise.minutes > 20 ? 'INTERMEDIATE' : 'BEGINNER',
  tags: [item.categoryName.toLowerCase(), exercise.minutes <= 5 ? 'short' : 'longer'],
})

async function writeSessions(
  db: Db,
  { town: { timezone }, wellnessSessions }: Content,
  { userId, items, now }: { userId: string; items: Awaited<ReturnType<typeof writeCatalogue>>; now: Date },
): Promise<void> {
  for (const { daysAgo, at, exercise, before, after } of wellnessSessions) {
    const item = knownIn(items, exercise)
    const day = new Date(now.getTime() - days(daysAgo)).toISOString().slice(0, 10)
    const startedAt = new Date(`${day}T${at}:00Z`)
    const endedAt = new Date(startedAt.getTime() + seconds(item.durationSec))
    // In the first minutes of a day, today's session has not happened yet.
    if (endedAt > now) continue
    const session = {
      id: newId(),
      userId,
      status: 'COMPLETED',
      item,
      startedAt,
      endedAt,
      creditedSec: item.durationSec,
      before: parseFeeling(before) ?? null,
      after: parseFeeling(after) ?? null,
      occurredAt: startedAt,
      timezone,
      localDate: logicalDate(startedAt, timezone, 0),
      deviceId: null,
    } as const
    await insertSession(db, session, endedAt)
  }
}

async function writeGoals(
  db: Db,
  { town: { timezone }, wellnessGoals }: Content,
  { userId, items, now }: { userId: string; items: Awaited<ReturnType<typeof writeCatalogue>>; now: Date },
): Promise<void> {
  const stays = await selectStays(db, userId, now)
  const view = viewpointOf({ stays, suspensions: [] }, { timezone, dayStartMinutes: 0 }, now)
  for (const [position, { exercise, beganDaysAgo, missedDaysAgo, ...said }] of wellnessGoals.entries()) {
    const link = exercise === undefined ? {} : { link: knownIn(items, exercise) }
    const startDate = addDays(view.today, -beganDaysAgo)
    const missed = new Set(missedDaysAgo.map((ago) => addDays(view.today, -ago)))
    await plantGoal(db, { userId, position, said: { ...said, startDate }, ...link, missed }, view)
  }
}
