import { days, seconds } from '../platform/clock.ts'
import type { Db } from '../platform/db/database.ts'
import { canonicalEmail } from '../platform/identity/identity.ts'
import { newId } from '../platform/ids.ts'
import { parseFeeling } from '../wellness/feelings/public.ts'
import { logicalDate } from '../wellness/sessions/public.ts'
import { insertAll } from './bulk.ts'
import { emailOf } from './people.ts'
import { known } from './plan.ts'
import { sessions, wellnessCategories } from './wellness.ts'
import { onboarding } from './wellness-questionnaire.ts'

const timezone = 'Europe/Berlin'

interface PlacedExercise {
  id: string
  title: string
  durationSec: number
  category: { id: string; name: string }
  subCategory: { id: string; name: string }
}

/** The accounts, the catalogue and a week of the user's practice. */
export async function writeWellness(db: Db, now: Date, passwordHash: string): Promise<void> {
  const userId = newId()
  const joinedAt = new Date(now.getTime() - days(21))
  await insertAll(db, 'wellness.users', [
    {
      id: userId,
      version: 0,
      status: 'ACTIVE',
      name: 'Nele Adler',
      email: emailOf('wellness'),
      email_canonical: canonicalEmail(emailOf('wellness')),
      password_hash: passwordHash,
      earlier_password_hashes: [],
      bio: 'Five minutes every morning, most mornings.',
      timezone,
      timezone_mode: 'AUTO',
      day_start_minutes: 0,
      week_start: 'MON',
      language: 'en',
      referral_code: 'LINDENAU',
      last_seen_at: now,
      created_at: joinedAt,
      updated_at: joinedAt,
    },
  ])
  await insertAll(db, 'wellness.zone_history', [
    { user_id: userId, began_at: joinedAt, timezone, day_start_minutes: 0, source: 'DEVICE' },
  ])
  await insertAll(db, 'wellness.admin', [
    {
      id: newId(),
      version: 0,
      name: 'Hedda Sander',
      email: emailOf('wellness-admin'),
      email_canonical: canonicalEmail(emailOf('wellness-admin')),
      password_hash: passwordHash,
      role: 'SUPER',
      timezone,
      language: 'en',
      is_active: true,
      totp_last_step: 0,
      created_at: joinedAt,
      updated_at: joinedAt,
    },
  ])
  const exercises = await writeCatalogue(db, joinedAt)
  await writeSessions(db, { userId, exercises, now })
  await writeQuestionnaire(db, joinedAt)
}

const instrument = 'onboarding'

/** The first version of the questionnaire that newcomers answer. */
async function writeQuestionnaire(db: Db, at: Date): Promise<void> {
  const placed = onboarding.map((question) => ({
    ...question,
    id: newId(),
    revisionId: newId(),
    options: (question.options ?? []).map((option) => ({ ...option, id: newId() })),
  }))
  const optionIds = (key: string, labels: string[] = []) => {
    const { options } = known(
      placed.find((question) => question.key === key),
      key,
    )
    return labels.map(
      (label) =>
        known(
          options.find((option) => option.label === label),
          label,
        ).id,
    )
  }
  await insertAll(
    db,
    'wellness.question',
    placed.map(({ id }) => ({
      id,
      instrument,
      status: 'ACTIVE',
      version: 0,
      created_at: at,
      updated_at: at,
    })),
  )
  await insertAll(
    db,
    'wellness.question_revision',
    placed.map(({ key, range, onlyAfter, showsHelpFor, ...question }) => ({
      id: question.revisionId,
      question_id: question.id,
      number: 1,
      text: question.text,
      help_text: question.help ?? null,
      type: question.type,
      min: range?.min ?? null,
      max: range?.max ?? null,
      step: range?.step ?? null,
      is_required: !question.isOptional,
      is_sensitive: !question.isHarmless,
      enable_when: onlyAfter
        ? [
            {
              questionId: known(
                placed.find((other) => other.key === onlyAfter.key),
                onlyAfter.key,
              ).id,
              operator: 'IN',
              value: optionIds(onlyAfter.key, onlyAfter.labels),
            },
          ]
        : [],
      safety_rule: showsHelpFor ? { optionIds: optionIds(key, showsHelpFor) } : null,
      translations: {},
      created_at: at,
    })),
  )
  await insertAll(
    db,
    'wellness.question_option',
    placed.flatMap(({ revisionId, options }) =>
      options.map(({ id, label, score, isExclusive }, position) => ({
        revision_id: revisionId,
        option_id: id,
        position,
        label,
        score: score ?? null,
        is_exclusive: isExclusive ?? false,
      })),
    ),
  )
  await insertAll(db, 'wellness.instrument_version', [{ instrument, number: 1, created_at: at }])
  await insertAll(
    db,
    'wellness.instrument_version_question',
    placed.map(({ revisionId }, position) => ({
      instrument,
      number: 1,
      position,
      revision_id: revisionId,
    })),
  )
}

const categoryRow =
  (at: Date) =>
  (row: {
    id: string
    parent_id: string | null
    name: string
    description: string
    color: string
    position: number
  }) => ({
    ...row,
    version: 0,
    is_premium: false,
    status: 'ACTIVE',
    translations: {},
    created_at: at,
    updated_at: at,
  })

async function writeCatalogue(db: Db, at: Date): Promise<Map<string, PlacedExercise>> {
  const tree = wellnessCategories.map((category) => ({
    ...category,
    id: newId(),
    subCategories: category.subCategories.map((sub) => ({ ...sub, id: newId() })),
  }))
  const rows = tree.flatMap(({ id, name, description, colour, subCategories }, position) => [
    { id, parent_id: null, name, description, color: colour, position },
    ...subCategories.map((sub, index) => ({
      id: sub.id,
      parent_id: id,
      name: sub.name,
      description: '',
      color: colour,
      position: index,
    })),
  ])
  await insertAll(db, 'wellness.category', rows.map(categoryRow(at)))
  const placed = tree.flatMap((category) =>
    category.subCategories.flatMap((subCategory) =>
      subCategory.exercises.map((exercise, position) => ({
        ...exercise,
        id: newId(),
        durationSec: exercise.minutes * 60,
        category,
        subCategory,
        position,
      })),
    ),
  )
  const exerciseRows = placed.map((exercise) => ({
    id: exercise.id,
    version: 0,
    category_id: exercise.category.id,
    sub_category_id: exercise.subCategory.id,
    title: exercise.title,
    description: exercise.description,
    media_type: exercise.mediaType,
    duration_sec: exercise.durationSec,
    modality: exercise.modality,
    steps: [],
    level: exercise.minutes > 20 ? 'INTERMEDIATE' : 'BEGINNER',
    tags: [exercise.category.name.toLowerCase(), exercise.minutes <= 5 ? 'short' : 'longer'],
    good_for: exercise.goodFor,
    is_premium: false,
    position: exercise.position,
    status: 'ACTIVE',
    translations: {},
    created_at: at,
    updated_at: at,
  }))
  await insertAll(db, 'wellness.exercise', exerciseRows)
  return new Map(placed.map((exercise) => [exercise.title, exercise]))
}

async function writeSessions(
  db: Db,
  { userId, exercises, now }: { userId: string; exercises: Map<string, PlacedExercise>; now: Date },
): Promise<void> {
  const rows = sessions.map(({ daysAgo, at: [hour, minute], exercise: title, before, after }) => {
    const exercise = known(exercises.get(title), title)
    const startedAt = new Date(now.getTime() - days(daysAgo))
    startedAt.setUTCHours(hour, minute, 0, 0)
    const endedAt = new Date(startedAt.getTime() + seconds(exercise.durationSec))
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
      duration_sec: exercise.durationSec,
      started_at: startedAt,
      ended_at: endedAt,
      credited_sec: exercise.durationSec,
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
  await insertAll(
    db,
    'wellness.session',
    rows.filter((row) => row.ended_at <= now),
  )
}
