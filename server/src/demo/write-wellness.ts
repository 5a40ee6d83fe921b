import { days, minutes } from '../platform/clock.ts'
import type { Db } from '../platform/db/database.ts'
import { canonicalEmail } from '../platform/identity/identity.ts'
import { newId } from '../platform/ids.ts'
import { parseFeeling } from '../wellness/feelings/public.ts'
import { logicalDate } from '../wellness/sessions/public.ts'
import { insertAll } from './bulk.ts'
import type { Content } from './files.ts'
import { emailOf, knownIn } from './plan.ts'
import { writeQuestionnaires } from './write-questionnaires.ts'

/** The accounts, the catalogue, the questionnaires and a week of the user's practice. */
export async function writeWellness(
  db: Db,
  content: Content,
  { now, passwordHash }: { now: Date; passwordHash: string },
): Promise<void> {
  const joinedAt = new Date(now.getTime() - days(content.wellnessPeople.joinedDaysAgo))
  const userId = await writePeople(db, content, { now, passwordHash, joinedAt })
  const exercises = await writeCatalogue(db, content, joinedAt)
  await writeSessions(db, content, { userId, exercises, now })
  await writeQuestionnaires(db, content, joinedAt)
}

async function writePeople(
  db: Db,
  { town, wellnessPeople: { user, administrator } }: Content,
  { now, passwordHash, joinedAt }: { now: Date; passwordHash: string; joinedAt: Date },
): Promise<string> {
  const account = ({ key, name }: { key: string; name: string }) => ({
    id: newId(),
    name,
    email: emailOf(town, key),
    email_canonical: canonicalEmail(emailOf(town, key)),
    password_hash: passwordHash,
    timezone: town.timezone,
    created_at: joinedAt,
    updated_at: joinedAt,
  })
  const userRow = {
    ...account(user),
    status: 'ACTIVE',
    bio: user.bio,
    referral_code: user.referralCode,
    last_seen_at: now,
  }
  await insertAll(db, 'wellness.users', [userRow])
  await insertAll(db, 'wellness.zone_history', [
    {
      user_id: userRow.id,
      began_at: joinedAt,
      timezone: town.timezone,
      day_start_minutes: 0,
      source: 'DEVICE',
    },
  ])
  await insertAll(db, 'wellness.admin', [{ ...account(administrator), role: administrator.role }])
  return userRow.id
}

type PlacedExercise = ReturnType<typeof placeCatalogue>['exercises'][number]

function placeCatalogue(catalogue: Content['wellnessCatalogue']) {
  const categories = catalogue.map((category, position) => ({
    ...category,
    id: newId(),
    position,
    subCategories: category.subCategories.map((sub, index) => ({ ...sub, id: newId(), position: index })),
  }))
  const exercises = categories.flatMap((category) =>
    category.subCategories.flatMap((subCategory) =>
      subCategory.exercises.map((exercise, position) => ({
        ...exercise,
        id: newId(),
        category,
        subCategory,
        position,
      })),
    ),
  )
  return { categories, exercises }
}

async function writeCatalogue(
  db: Db,
  { wellnessCatalogue }: Content,
  at: Date,
): Promise<Map<string, PlacedExercise>> {
  const { categories, exercises } = placeCatalogue(wellnessCatalogue)
  const shared = { created_at: at, updated_at: at }
  const categoryRows = categories.flatMap(({ id, name, description, colour, position, subCategories }) => [
    { ...shared, id, parent_id: null, name, description, color: colour, position },
    ...subCategories.map((sub) => ({
      ...shared,
      id: sub.id,
      parent_id: id,
      name: sub.name,
      description: '',
      color: colour,
      position: sub.position,
    })),
  ])
  await insertAll(db, 'wellness.category', categoryRows)
  const exerciseRows = exercises.map((exercise) => ({
    ...shared,
    id: exercise.id,
    category_id: exercise.category.id,
    sub_category_id: exercise.subCategory.id,
    title: exercise.title,
    description: exercise.description,
    media_type: exercise.mediaType,
    duration_sec: exercise.minutes * 60,
    modality: exercise.modality,
    level: exercise.minutes > 20 ? 'INTERMEDIATE' : 'BEGINNER',
    tags: [exercise.category.name.toLowerCase(), exercise.minutes <= 5 ? 'short' : 'longer'],
    good_for: exercise.goodFor,
    position: exercise.position,
  }))
  await insertAll(db, 'wellness.exercise', exerciseRows)
  return new Map(exercises.map((exercise) => [exercise.title, exercise]))
}

async function writeSessions(
  db: Db,
  { town: { timezone }, wellnessSessions }: Content,
  { userId, exercises, now }: { userId: string; exercises: Map<string, PlacedExercise>; now: Date },
): Promise<void> {
  const rows = wellnessSessions.map(({ daysAgo, at, exercise: title, before, after }) => {
    const exercise = knownIn(exercises, title)
    const day = new Date(now.getTime() - days(daysAgo)).toISOString().slice(0, 10)
    const startedAt = new Date(`${day}T${at}:00Z`)
    const endedAt = new Date(startedAt.getTime() + minutes(exercise.minutes))
    return {
      id: newId(),
      user_id: userId,
      status: 'COMPLETED',
      category_id: exercise.category.id,
      sub_category_id: exercise.subCategory.id,
      exercise_id: exercise.id,
      category_name: exercise.category.name,
      sub_category_name: exercise.subCategory.name,
      exercise_title: exercise.title,
      duration_sec: exercise.minutes * 60,
      started_at: startedAt,
      ended_at: endedAt,
      credited_sec: exercise.minutes * 60,
      feeling_before: before,
      valence_before: parseFeeling(before)?.valence,
      feeling_after: after,
      valence_after: parseFeeling(after)?.valence,
      occurred_at: startedAt,
      timezone,
      local_date: logicalDate(startedAt, timezone, 0),
      created_at: endedAt,
      updated_at: endedAt,
    }
  })
  // In the first minutes of a day, today's session has not happened yet.
  const happened = rows.filter((row) => row.ended_at <= now)
  await insertAll(db, 'wellness.session', happened)
}
