import { type Static, Type } from 'typebox'
import { originalKey, pictureUrl } from '../../platform/media/uploads.ts'
import { Id, Integer, Nullable, OneOf, Shown, Text, Timestamp } from '../../platform/operation/schema.ts'
import type { LocalServices } from '../../platform/services.ts'
import { Language, languagePattern } from '../accounts/public.ts'
import { feelingLabels } from '../feelings/public.ts'
import { CatalogueId } from '../ids.ts'
import type {
  CategoryRow,
  ExerciseRow,
  NewCategory,
  NewExercise,
  PlacedExerciseRow,
  Translations,
} from './queries.ts'

export const statuses = ['ACTIVE', 'INACTIVE'] as const
export const mediaTypes = ['AUDIO', 'VIDEO', 'TEXT', 'TIMER', 'BREATHING'] as const
const modalities = ['MEDITATION', 'BREATHING', 'MOVEMENT', 'MUSIC', 'UNGUIDED', 'OTHER'] as const
const levels = ['BEGINNER', 'INTERMEDIATE', 'ADVANCED'] as const
const breathPhases = ['IN', 'HOLD', 'OUT'] as const
const sounds = ['RAIN', 'WAVES', 'WIND', 'TRAIN', 'BOWLS'] as const
export const dayParts = ['MORNING', 'DAY', 'EVENING', 'NIGHT'] as const
const illustrations = ['BREATH', 'STILLNESS', 'MOVEMENT', 'NIGHT', 'PAPER', 'FOCUS'] as const

/** Texts of other languages, by language tag. */
const translated = <T>(properties: Record<string, object>) =>
  Type.Unsafe<Record<string, T>>({
    type: 'object',
    maxProperties: 30,
    propertyNames: { pattern: languagePattern, maxLength: 35 },
    additionalProperties: { type: 'object', properties, additionalProperties: false },
  })

const UploadKey = { ...Id, description: 'id of an upload of yours that is ready' }

const categoryContent = {
  name: Text(1, 80, { example: 'Breathe' }),
  description: Type.Optional(Text(0, 1000, { example: 'Longer out than in calms the body.' })),
  image: Type.Optional(UploadKey),
  icon: Type.Optional(UploadKey),
  color: Type.Optional(Text(7, 7, { pattern: '^#[0-9A-Fa-f]{6}$', example: '#2a9d8f' })),
  illustration: Type.Optional(
    OneOf(illustrations, { description: 'a drawing of the apps, where it has no image' }),
  ),
  order: Type.Optional(Integer(0, 10_000, { description: 'last when left out' })),
  isPremium: Type.Optional(Type.Boolean({ default: false })),
  translations: Type.Optional(
    translated<{ name?: string; description?: string }>({
      name: Text(1, 80, { example: 'Breathe' }),
      description: Text(0, 1000, { example: 'Longer out than in calms the body.' }),
    }),
  ),
  status: Type.Optional(OneOf(statuses, { default: 'ACTIVE' })),
}
export const CategoryContent = Type.Object(categoryContent, { title: 'CreateExerciseCategoryDto' })
export const SubCategoryContent = Type.Object(
  { categoryId: CatalogueId, ...categoryContent },
  { title: 'CreateExerciseSubCategoryDto' },
)

const Step = Type.Object({
  text: Text(1, 500, { example: 'Breathe in through the nose.' }),
  durationSec: Type.Optional(Integer(1, 43_200)),
})

const BreathPhase = Type.Object({ phase: OneOf(breathPhases), seconds: Integer(1, 60) })
const breathDescription = 'one breath, over and over; empty where nothing paces it'
const soundDescription = 'what is heard behind it; the app makes it'
const suitsDescription = 'the parts of a day that it suits; empty for all of them'

export const ExerciseContent = Type.Object(
  {
    categoryId: CatalogueId,
    subCategoryId: Type.Optional(CatalogueId),
    title: Text(1, 120, { example: 'Four in, six out' }),
    description: Type.Optional(Text(0, 5000, { example: 'Longer out than in calms the body.' })),
    mediaType: OneOf(mediaTypes),
    mediaKey: Type.Optional({ ...UploadKey, description: 'id of an upload; needed for AUDIO and VIDEO' }),
    thumbnail: Type.Optional(UploadKey),
    durationSec: Type.Optional(Integer(1, 43_200)),
    modality: Type.Optional(OneOf(modalities, { default: 'OTHER' })),
    steps: Type.Optional(Type.Array(Step, { maxItems: 100 })),
    breath: Type.Optional(Type.Array(BreathPhase, { maxItems: 12, description: breathDescription })),
    sound: Type.Optional(OneOf(sounds, { description: soundDescription })),
    suits: Type.Optional(
      Type.Array(OneOf(dayParts), { maxItems: dayParts.length, description: suitsDescription }),
    ),
    level: Type.Optional(OneOf(levels)),
    tags: Type.Optional(Type.Array(Text(1, 40, { example: 'evening' }), { maxItems: 20 })),
    goodFor: Type.Optional(Type.Array(OneOf(feelingLabels), { maxItems: 38 })),
    isPremium: Type.Optional(Type.Boolean({ default: false })),
    order: Type.Optional(Integer(0, 10_000, { description: 'last when left out' })),
    translations: Type.Optional(
      translated<{ title?: string; description?: string }>({
        title: Text(1, 120, { example: 'Four in, six out' }),
        description: Text(0, 5000, { example: 'Longer out than in calms the body.' }),
      }),
    ),
    status: Type.Optional(OneOf(statuses, { default: 'ACTIVE' })),
  },
  { title: 'CreateExerciseDto' },
)

export const LanguageHeader = Type.Object({ language: Type.Optional(Language) })

/** The text in the language asked for, else in its base language, else as it was written. */
export function localized(
  translations: Translations,
  asked: string | undefined,
  key: string,
): string | undefined {
  const tag = asked?.toLowerCase()
  for (const wanted of [tag, tag?.split('-')[0]])
    for (const [name, texts] of Object.entries(translations))
      if (name.toLowerCase() === wanted && texts[key]) return texts[key]
  return undefined
}

const picture = (services: LocalServices, id: string | null) =>
  id === null ? null : pictureUrl(services.settings.publicUrl, id)

const category = {
  id: Id,
  name: Shown('Breathe'),
  description: Shown('Longer out than in calms the body.'),
  image: Nullable(Shown('https://plaza.example/files/0197b3a1-9c40/640.webp')),
  icon: Nullable(Shown('https://plaza.example/files/0197b3a1-9c40/640.webp')),
  color: Nullable(Shown('#2a9d8f')),
  illustration: Nullable(OneOf(illustrations)),
  isPremium: Type.Boolean({ description: 'what is in it belongs to the subscription' }),
  exerciseCount: Type.Integer(),
}
export const OfferedCategory = Type.Object(category, { title: 'ExerciseCategory' })
export const OfferedSubCategory = Type.Object(
  { ...category, categoryId: Id },
  { title: 'ExerciseSubCategory' },
)

export function presentOffered(row: CategoryRow, services: LocalServices, asked: string | undefined) {
  return {
    id: row.id,
    name: localized(row.translations, asked, 'name') ?? row.name,
    description: localized(row.translations, asked, 'description') ?? row.description,
    image: picture(services, row.image_id),
    icon: picture(services, row.icon_id),
    color: row.color,
    illustration: row.illustration,
    isPremium: row.is_premium,
    exerciseCount: row.exercise_count,
  } satisfies Static<typeof OfferedCategory>
}

const kept = {
  order: Type.Integer(),
  status: OneOf(statuses),
  translations: Type.Unsafe<Translations>({
    type: 'object',
    additionalProperties: { type: 'object', additionalProperties: { type: 'string' } },
  }),
  version: Type.Integer(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
}
export const CategoryRecord = Type.Object(
  { ...category, subCategoryCount: Type.Integer(), ...kept },
  { title: 'ExerciseCategoryRecord' },
)
export const SubCategoryRecord = Type.Object(
  { ...category, categoryId: Id, ...kept },
  { title: 'ExerciseSubCategoryRecord' },
)

const presentKept = (row: CategoryRow | ExerciseRow) => ({
  order: row.position,
  status: row.status,
  translations: row.translations,
  version: row.version,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
})

export const presentCategory = (
  row: CategoryRow,
  services: LocalServices,
): Static<typeof CategoryRecord> => ({
  ...presentOffered(row, services, undefined),
  subCategoryCount: row.sub_category_count,
  ...presentKept(row),
})

/** What came of practising an exercise. */
export interface Practice {
  plays: number
  completed: number
  /** Mean change of feeling, pulled towards none; null below five sessions. */
  moodLift: number | null
}
export type OwnPractice = Practice & { lastDoneAt: Date | null }

const exercise = {
  id: Id,
  categoryId: Id,
  subCategoryId: Nullable(Id),
  title: Shown('Four in, six out'),
  description: Shown('Longer out than in calms the body.'),
  mediaType: OneOf(mediaTypes),
  thumbnail: Nullable(Shown('https://plaza.example/files/0197b3a1-9c40/640.webp')),
  durationSec: Nullable(Type.Integer()),
  modality: Shown('BREATHING'),
  level: Nullable(Shown('BEGINNER')),
  tags: Type.Array(Shown('evening')),
  goodFor: Type.Array(Shown('sleep')),
  sound: Nullable(OneOf(sounds, { description: soundDescription })),
  suits: Type.Array(OneOf(dayParts), { description: suitsDescription }),
  isPremium: Type.Boolean({ description: 'belongs to the subscription' }),
}
const own = {
  isLocked: Type.Boolean({ description: 'premium, and you have no subscription' }),
  lastDoneAt: Nullable(Timestamp),
  timesDone: Type.Integer(),
}
const steps = Type.Array(
  Type.Object({ text: Shown('Breathe in through the nose.'), durationSec: Type.Optional(Type.Integer()) }),
)

const breath = Type.Array(Type.Object({ phase: OneOf(breathPhases), seconds: Type.Integer() }), {
  description: breathDescription,
})
/** What an exercise says of its category, for a page of its own. */
const itsCategory = Type.Object({
  name: category.name,
  color: category.color,
  illustration: category.illustration,
})

export const OfferedExercise = Type.Object({ ...exercise, ...own }, { title: 'ExerciseItem' })
export const SuggestedExercise = Type.Object(
  { ...exercise, ...own, category: itsCategory },
  { title: 'SuggestedExercise' },
)
export const ExerciseDetail = Type.Object(
  {
    ...exercise,
    ...own,
    category: itsCategory,
    steps,
    breath,
    mediaUrl: Nullable(Shown('https://plaza.example/files/0197b3a1-9c40/sound.mp3', 'good for 15 minutes')),
    moodLift: Nullable(Type.Number({ description: 'what it did to your feeling; from five sessions on' })),
    isRetired: Type.Boolean({ description: 'not offered any more, but in your history' }),
  },
  { title: 'ExerciseDetail' },
)
export const ExerciseRecord = Type.Object(
  {
    ...exercise,
    mediaKey: Nullable(Id),
    steps,
    breath,
    ...kept,
    stats: Type.Object({
      plays: Type.Integer(),
      completionPercent: Nullable(Type.Integer()),
      moodLift: Nullable(Type.Number()),
    }),
  },
  { title: 'ExerciseRecord' },
)

const presentExercise = (row: ExerciseRow, services: LocalServices, asked: string | undefined) => ({
  id: row.id,
  categoryId: row.category_id,
  subCategoryId: row.sub_category_id,
  title: localized(row.translations, asked, 'title') ?? row.title,
  description: localized(row.translations, asked, 'description') ?? row.description,
  mediaType: row.media_type,
  thumbnail: picture(services, row.thumbnail_id),
  durationSec: row.duration_sec,
  modality: row.modality,
  level: row.level,
  tags: row.tags,
  goodFor: row.good_for,
  sound: row.sound,
  suits: row.suits,
  isPremium: row.is_premium,
})

/** Who looks at the catalogue. */
export interface Reader {
  /** The language they want; undefined for what was written first. */
  language: string | undefined
  isSubscriber: boolean
}

export const presentOfferedExercise = (
  row: ExerciseRow,
  practice: OwnPractice | undefined,
  services: LocalServices,
  { language, isSubscriber }: Reader,
): Static<typeof OfferedExercise> => ({
  ...presentExercise(row, services, language),
  isLocked: row.is_premium && !isSubscriber,
  lastDoneAt: practice?.lastDoneAt?.toISOString() ?? null,
  timesDone: practice?.completed ?? 0,
})

const presentItsCategory = ({ category }: PlacedExerciseRow, asked: string | undefined) => ({
  name: localized(category.translations, asked, 'name') ?? category.name,
  color: category.color,
  illustration: category.illustration,
})

export const presentSuggestion = (
  row: PlacedExerciseRow,
  practice: OwnPractice | undefined,
  services: LocalServices,
  reader: Reader,
): Static<typeof SuggestedExercise> => ({
  ...presentOfferedExercise(row, practice, services, reader),
  category: presentItsCategory(row, reader.language),
})

const mediaSeconds = 900

export async function presentDetail(
  row: PlacedExerciseRow,
  practice: OwnPractice | undefined,
  services: LocalServices,
  reader: Reader,
): Promise<Static<typeof ExerciseDetail>> {
  const item = presentOfferedExercise(row, practice, services, reader)
  const mediaId = item.isLocked || !row.is_offered ? null : row.media_id
  return {
    ...item,
    category: presentItsCategory(row, reader.language),
    steps: item.isLocked ? [] : row.steps,
    breath: item.isLocked ? [] : row.breath,
    mediaUrl: mediaId === null ? null : await services.files.presignGet(originalKey(mediaId), mediaSeconds),
    moodLift: practice?.moodLift ?? null,
    isRetired: !row.is_offered,
  }
}

export function presentRecord(
  row: ExerciseRow,
  practice: Practice | undefined,
  services: LocalServices,
): Static<typeof ExerciseRecord> {
  const { plays = 0, completed = 0, moodLift = null } = practice ?? {}
  return {
    ...presentExercise(row, services, undefined),
    mediaKey: row.media_id,
    steps: row.steps,
    breath: row.breath,
    ...presentKept(row),
    stats: { plays, completionPercent: plays > 0 ? Math.floor((100 * completed) / plays) : null, moodLift },
  }
}

/** A row to be from what an administrator sent. */
export const newCategory = (
  id: string,
  parentId: string | null,
  body: Static<typeof CategoryContent>,
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

export const newExercise = (id: string, body: Static<typeof ExerciseContent>): NewExercise => ({
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
  tags: body.tags ?? [],
  goodFor: body.goodFor ?? [],
  isPremium: body.isPremium ?? false,
  position: body.order ?? null,
  status: body.status ?? 'ACTIVE',
  translations: body.translations ?? {},
})
