import { type Static, Type } from 'typebox'
import { invalidField } from '../../platform/operation/problem.ts'
import { Id, Integer, Nullable, OneOf, Text } from '../../platform/operation/schema.ts'
import { languagePattern } from '../accounts/public.ts'
import { feelingLabels } from '../feelings/public.ts'
import { CatalogueId } from '../ids.ts'
import type { ChangedCategory, ChangedExercise } from './change-queries.ts'
import {
  type CategoryRow,
  type ExerciseRow,
  type ExerciseTexts,
  lastPlace,
  type NewCategory,
  type NewExercise,
  type Status,
} from './queries.ts'

// What administrators send of the catalogue, and the rows that it makes.

export const statuses = ['ACTIVE', 'INACTIVE'] as const
export const mediaTypes = ['AUDIO', 'VIDEO', 'TEXT', 'TIMER', 'BREATHING'] as const
export const modalities = ['MEDITATION', 'BREATHING', 'MOVEMENT', 'MUSIC', 'UNGUIDED', 'OTHER'] as const
export const levels = ['BEGINNER', 'INTERMEDIATE', 'ADVANCED'] as const
export const breathPhases = ['IN', 'HOLD', 'OUT'] as const
export const sounds = ['RAIN', 'WAVES', 'WIND', 'TRAIN', 'BOWLS'] as const
export const dayParts = ['MORNING', 'DAY', 'EVENING', 'NIGHT'] as const
export const illustrations = ['BREATH', 'STILLNESS', 'MOVEMENT', 'NIGHT', 'PAPER', 'FOCUS'] as const

/** Texts of other languages, by language tag. */
const translated = <T>(properties: Record<string, object>) =>
  Type.Unsafe<Record<string, T>>({
    type: 'object',
    maxProperties: 30,
    propertyNames: { pattern: languagePattern, maxLength: 35 },
    additionalProperties: { type: 'object', properties, additionalProperties: false },
  })

const UploadKey = { ...Id, description: 'id of an upload of yours that is ready' }

export const CategoryName = Text(1, 80, { example: 'Breathe' })
const categoryText = Text(0, 1000, { example: 'Longer out than in calms the body.' })
const Color = Text(7, 7, { pattern: '^#[0-9A-Fa-f]{6}$', example: '#2a9d8f' })
const Illustration = OneOf(illustrations, { description: 'a drawing of the apps, where it has no image' })
const Order = Integer(0, lastPlace, { description: 'last when left out' })
const Place = Integer(0, lastPlace)
const categoryTranslations = translated<{ name?: string; description?: string }>({
  name: CategoryName,
  description: categoryText,
})

const categoryContent = {
  name: CategoryName,
  description: Type.Optional(categoryText),
  image: Type.Optional(UploadKey),
  icon: Type.Optional(UploadKey),
  color: Type.Optional(Color),
  illustration: Type.Optional(Illustration),
  order: Type.Optional(Order),
  isPremium: Type.Optional(Type.Boolean({ default: false })),
  translations: Type.Optional(categoryTranslations),
  status: Type.Optional(OneOf(statuses, { default: 'ACTIVE' })),
}
export const CategoryContent = Type.Object(categoryContent, { title: 'CreateExerciseCategoryDto' })
export const SubCategoryContent = Type.Object(
  { categoryId: CatalogueId, ...categoryContent },
  { title: 'CreateExerciseSubCategoryDto' },
)

const version = Type.Optional(
  Integer(0, 2_147_483_647, { description: 'as you read it; another one is refused' }),
)
const categoryChanges = {
  name: Type.Optional(CategoryName),
  description: Type.Optional(categoryText),
  image: Type.Optional(Nullable(UploadKey)),
  icon: Type.Optional(Nullable(UploadKey)),
  color: Type.Optional(Nullable(Color)),
  illustration: Type.Optional(Nullable(Illustration)),
  order: Type.Optional(Place),
  isPremium: Type.Optional(Type.Boolean()),
  translations: Type.Optional(categoryTranslations),
  status: Type.Optional(OneOf(statuses)),
  version,
}
export const CategoryChanges = Type.Object(categoryChanges, { title: 'UpdateExerciseCategoryDto' })
export const SubCategoryChanges = Type.Object(
  { categoryId: Type.Optional(CatalogueId), ...categoryChanges },
  { title: 'UpdateExerciseSubCategoryDto' },
)

const statusFields = {
  status: Type.Optional(OneOf(statuses)),
  isActive: Type.Optional(Type.Boolean({ description: 'in place of `status`' })),
}
export const CategoryStatus = Type.Object(
  {
    ...statusFields,
    cascade: Type.Optional(
      Type.Boolean({ default: false, description: 'whether all that is below it gets the status too' }),
    ),
  },
  { title: 'UpdateExerciseCategoryStatusDto' },
)
export const ExerciseStatus = Type.Object(statusFields, { title: 'UpdateExerciseStatusDto' })

/** @throws VALIDATION_FAILED when neither way to say it is used. */
export function statusIn({ status, isActive }: Static<typeof ExerciseStatus>): Status {
  if (status !== undefined) return status
  if (isActive === undefined) throw invalidField('body.status', 'required', 'is required')
  return isActive ? 'ACTIVE' : 'INACTIVE'
}

const mostSteps = 100
const StepText = Text(1, 500, { example: 'Breathe in through the nose.' })
const Step = Type.Object({
  text: StepText,
  durationSec: Type.Optional(Integer(1, 43_200)),
})

/** Tags are compared in lower case, and stored so. */
export const Tag = Text(1, 40, { example: 'evening' })

const BreathPhase = Type.Object({ phase: OneOf(breathPhases), seconds: Integer(1, 60) })
export const breathDescription = 'one breath, over and over; empty where nothing paces it'
export const soundDescription = 'what is heard behind it; the app makes it'
export const suitsDescription = 'the parts of a day that it suits; empty for all of them'

const Media = { ...UploadKey, description: 'id of an upload; needed for AUDIO and VIDEO' }
const Steps = Type.Array(Step, { maxItems: mostSteps })
const Breath = Type.Array(BreathPhase, { maxItems: 12, description: breathDescription })
const SoundBehind = OneOf(sounds, { description: soundDescription })
const Suits = Type.Array(OneOf(dayParts), { maxItems: dayParts.length, description: suitsDescription })
const Tags = Type.Array(Tag, { maxItems: 20 })
const GoodFor = Type.Array(OneOf(feelingLabels), { maxItems: 38 })
const Seconds = Integer(1, 43_200)
export const ExerciseTitle = Text(1, 120, { example: 'Four in, six out' })
const exerciseText = Text(0, 5000, { example: 'Longer out than in calms the body.' })
const exerciseTranslations = translated<ExerciseTexts>({
  title: ExerciseTitle,
  description: exerciseText,
  steps: Type.Array(StepText, { maxItems: mostSteps, description: 'what each step says, in their order' }),
})

/** What an exercise is, beside where it stands and what it plays. */
const exerciseContent = {
  description: Type.Optional(exerciseText),
  modality: Type.Optional(OneOf(modalities, { default: 'OTHER' })),
  steps: Type.Optional(Steps),
  breath: Type.Optional(Breath),
  suits: Type.Optional(Suits),
  tags: Type.Optional(Tags),
  goodFor: Type.Optional(GoodFor),
  translations: Type.Optional(exerciseTranslations),
}

export const ExerciseContent = Type.Object(
  {
    categoryId: CatalogueId,
    subCategoryId: Type.Optional(CatalogueId),
    title: ExerciseTitle,
    mediaType: OneOf(mediaTypes),
    mediaKey: Type.Optional(Media),
    thumbnail: Type.Optional(UploadKey),
    durationSec: Type.Optional(Seconds),
    ...exerciseContent,
    sound: Type.Optional(SoundBehind),
    level: Type.Optional(OneOf(levels)),
    isPremium: Type.Optional(Type.Boolean({ default: false })),
    order: Type.Optional(Order),
    status: Type.Optional(OneOf(statuses, { default: 'ACTIVE' })),
  },
  { title: 'CreateExerciseDto' },
)

export const ExerciseChanges = Type.Object(
  {
    categoryId: Type.Optional(CatalogueId),
    subCategoryId: Type.Optional(Nullable(CatalogueId)),
    title: Type.Optional(ExerciseTitle),
    mediaType: Type.Optional(OneOf(mediaTypes)),
    mediaKey: Type.Optional(Nullable(Media)),
    thumbnail: Type.Optional(Nullable(UploadKey)),
    durationSec: Type.Optional(Nullable(Seconds)),
    ...exerciseContent,
    modality: Type.Optional(OneOf(modalities)),
    sound: Type.Optional(Nullable(SoundBehind)),
    level: Type.Optional(Nullable(OneOf(levels))),
    isPremium: Type.Optional(Type.Boolean()),
    order: Type.Optional(Place),
    status: Type.Optional(OneOf(statuses)),
    version,
  },
  { title: 'UpdateExerciseDto' },
)

/** A row to be from what an administrator sent. */
export const newCategory = (
  id: string,
  parentId: string | null,
  body: Static<typeof CategoryChanges> & { name: string },
): NewCategory => ({
  id,
  parentId,
  name: body.name,
  description: body.description ?? '',
  imageId: body.image ?? null,
  iconId: body.icon ?? null,
  color: body.color ?? null,
  illustration: body.illustration ?? null,
  position: body.order ?? null,
  isPremium: body.isPremium ?? false,
  status: body.status ?? 'ACTIVE',
  translations: body.translations ?? {},
})

export const newExercise = (
  id: string,
  body: Static<typeof ExerciseChanges> &
    Pick<Static<typeof ExerciseContent>, 'categoryId' | 'title' | 'mediaType'>,
): NewExercise => ({
  id,
  categoryId: body.categoryId,
  subCategoryId: body.subCategoryId ?? null,
  title: body.title,
  description: body.description ?? '',
  mediaType: body.mediaType,
  mediaId: body.mediaKey ?? null,
  thumbnailId: body.thumbnail ?? null,
  durationSec: body.durationSec ?? null,
  modality: body.modality ?? 'OTHER',
  steps: body.steps ?? [],
  breath: body.breath ?? [],
  sound: body.sound ?? null,
  suits: body.suits ?? [],
  level: body.level ?? null,
  tags: tagsOf(body.tags ?? []),
  goodFor: body.goodFor ?? [],
  isPremium: body.isPremium ?? false,
  position: body.order ?? null,
  status: body.status ?? 'ACTIVE',
  translations: body.translations ?? {},
})

const tagsOf = (tags: readonly string[]): string[] => [...new Set(tags.map((tag) => tag.toLowerCase()))]

/** A field as it is to be: what was sent, null to clear it, else as it was. */
const changed = <T>(sent: T | undefined, old: T): T => (sent === undefined ? old : sent)

/** A category as it is to be, from what it is and what an administrator sent. */
export const changedCategory = (
  old: CategoryRow,
  parentId: string | null,
  body: Static<typeof CategoryChanges>,
): ChangedCategory => ({
  id: old.id,
  parentId,
  name: changed(body.name, old.name),
  description: changed(body.description, old.description),
  imageId: changed(body.image, old.image_id),
  iconId: changed(body.icon, old.icon_id),
  color: changed(body.color, old.color),
  illustration: changed(body.illustration, old.illustration),
  position: changed(body.order, old.position),
  isPremium: changed(body.isPremium, old.is_premium),
  status: changed(body.status, old.status),
  translations: changed<object>(body.translations, old.translations),
})

/** An exercise as it is to be. Where it moves to another category, it stands in none of its parts unless one is named. */
export const changedExercise = (old: ExerciseRow, body: Static<typeof ExerciseChanges>): ChangedExercise => {
  const categoryId = changed(body.categoryId, old.category_id)
  return {
    id: old.id,
    categoryId,
    subCategoryId: changed(body.subCategoryId, categoryId === old.category_id ? old.sub_category_id : null),
    title: changed(body.title, old.title),
    description: changed(body.description, old.description),
    mediaType: changed(body.mediaType, old.media_type),
    mediaId: changed(body.mediaKey, old.media_id),
    thumbnailId: changed(body.thumbnail, old.thumbnail_id),
    durationSec: changed(body.durationSec, old.duration_sec),
    modality: changed<string>(body.modality, old.modality),
    steps: changed<object[]>(body.steps, old.steps),
    breath: changed<object[]>(body.breath, old.breath),
    sound: changed(body.sound, old.sound),
    suits: changed(body.suits, old.suits),
    level: changed<string | null>(body.level, old.level),
    tags: body.tags === undefined ? old.tags : tagsOf(body.tags),
    goodFor: changed<string[]>(body.goodFor, old.good_for),
    isPremium: changed(body.isPremium, old.is_premium),
    position: changed(body.order, old.position),
    status: changed(body.status, old.status),
    translations: body.translations ?? withFitting(old.translations, body.steps?.length),
  }
}

/** Texts of the steps are let go of where there are more or fewer steps now. */
const withFitting = (
  known: ExerciseRow['translations'],
  count: number | undefined,
): ExerciseRow['translations'] =>
  count === undefined
    ? known
    : Object.fromEntries(
        Object.entries(known).map(([language, { steps, ...texts }]) => [
          language,
          steps?.length === count ? { ...texts, steps } : texts,
        ]),
      )
