import { type Static, Type } from 'typebox'
import { pictureUrl, uploadKey } from '../../platform/media/uploads.ts'
import { Id, Nullable, OneOf, Shown, Timestamp } from '../../platform/operation/schema.ts'
import type { LocalServices } from '../../platform/services.ts'
import { Language } from '../accounts/public.ts'
import { feelingLabels } from '../feelings/public.ts'
import {
  breathDescription,
  breathPhases,
  dayParts,
  illustrations,
  levels,
  mediaTypes,
  modalities,
  soundDescription,
  sounds,
  statuses,
  suitsDescription,
} from './contents.ts'
import type { CategoryRow, ExerciseRow, ExerciseTexts, PlacedExerciseRow } from './queries.ts'

export const LanguageHeader = Type.Object({ language: Type.Optional(Language) })

/** The text in the language asked for, else in its base language, else as it was written. */
export function localized<Texts, Key extends keyof Texts>(
  translations: Record<string, Texts>,
  asked: string | undefined,
  key: Key,
): Texts[Key] | undefined {
  const tag = asked?.toLowerCase()
  for (const wanted of [tag, tag?.split('-')[0]])
    for (const [name, texts] of Object.entries(translations))
      if (name.toLowerCase() === wanted && texts[key]) return texts[key]
  return undefined
}

/** The steps in the language of the reader, as far as they are translated. */
function stepsIn({ steps, translations }: ExerciseRow, language: string | undefined): ExerciseRow['steps'] {
  const words = localized(translations, language, 'steps')
  return steps.map((step, index) => ({ ...step, text: words?.[index] ?? step.text }))
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

const translationsOf = <Texts>(words: object) =>
  Type.Unsafe<Record<string, Texts>>({
    type: 'object',
    additionalProperties: { type: 'object', additionalProperties: words },
  })
const string = { type: 'string' }
const kept = {
  order: Type.Integer(),
  status: OneOf(statuses),
  translations: translationsOf<Record<string, string>>(string),
  version: Type.Integer(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
}
type KeptColumn = 'position' | 'status' | 'version' | 'created_at' | 'updated_at'
export const CategoryRecord = Type.Object(
  { ...category, subCategoryCount: Type.Integer(), ...kept },
  { title: 'ExerciseCategoryRecord' },
)
export const SubCategoryRecord = Type.Object(
  { ...category, categoryId: Id, ...kept },
  { title: 'ExerciseSubCategoryRecord' },
)

const presentKept = <Texts>(
  row: { translations: Record<string, Texts> } & Pick<CategoryRow, KeptColumn>,
) => ({
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

export const presentSubCategory = (
  row: CategoryRow,
  services: LocalServices,
): Static<typeof SubCategoryRecord> => ({
  ...presentCategory(row, services),
  categoryId: row.parent_id ?? '',
})

export const Affected = Type.Object({
  affectedChildren: Type.Integer({ description: 'how many things below it were hidden, shown or set' }),
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
  modality: OneOf(modalities, { example: 'BREATHING' }),
  level: Nullable(OneOf(levels)),
  tags: Type.Array(Shown('evening')),
  goodFor: Type.Array(OneOf(feelingLabels)),
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
/** Why an exercise is recommended. */
export const reasons = [
  'FOR_YOUR_GOAL',
  'HELPED_YOU',
  'HELPS_OTHERS',
  'NEW_TO_YOU',
  'NOT_LATELY',
  'FOR_TODAY',
] as const
export type Reason = (typeof reasons)[number]
export const FoundExercise = Type.Object(
  {
    ...exercise,
    ...own,
    reason: Nullable(Shown('You have not done this one yet.', 'in your language; of what is recommended')),
    reasonCode: Nullable(OneOf(reasons)),
  },
  { title: 'FoundExercise' },
)
export const SuggestedExercise = Type.Object(
  {
    ...exercise,
    ...own,
    category: itsCategory,
    reason: Shown('It has lifted your mood before.', 'in your language'),
    reasonCode: OneOf(reasons),
  },
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
const content = {
  ...exercise,
  mediaKey: Nullable(Id),
  steps,
  breath,
  ...kept,
  translations: translationsOf<ExerciseTexts>({ anyOf: [string, { type: 'array', items: string }] }),
}
/** An exercise as it was written, for whoever writes it. */
export const ExerciseContentRecord = Type.Object(content, { title: 'ExerciseContentRecord' })
export const ExerciseRecord = Type.Object(
  {
    ...content,
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
  why: { reason: string; reasonCode: Reason },
): Static<typeof SuggestedExercise> => ({
  ...presentOfferedExercise(row, practice, services, reader),
  category: presentItsCategory(row, reader.language),
  ...why,
})

const mediaSeconds = 900

export async function presentDetail(
  row: PlacedExerciseRow,
  practice: OwnPractice | undefined,
  services: LocalServices,
  reader: Reader,
): Promise<Static<typeof ExerciseDetail>> {
  const item = presentOfferedExercise(row, practice, services, reader)
  const { media_id: mediaId, media_content_type: type } = row
  const isOpen = !item.isLocked && row.is_offered && mediaId !== null && type
  return {
    ...item,
    category: presentItsCategory(row, reader.language),
    steps: item.isLocked ? [] : stepsIn(row, reader.language),
    breath: item.isLocked ? [] : row.breath,
    mediaUrl: isOpen ? await services.files.presignGet(uploadKey(mediaId, type), mediaSeconds) : null,
    moodLift: practice?.moodLift ?? null,
    isRetired: !row.is_offered,
  }
}

export const presentContentRecord = (
  row: ExerciseRow,
  services: LocalServices,
): Static<typeof ExerciseContentRecord> => ({
  ...presentExercise(row, services, undefined),
  mediaKey: row.media_id,
  steps: row.steps,
  breath: row.breath,
  ...presentKept(row),
})

export function presentRecord(
  row: ExerciseRow,
  practice: Practice | undefined,
  services: LocalServices,
): Static<typeof ExerciseRecord> {
  const { plays = 0, completed = 0, moodLift = null } = practice ?? {}
  return {
    ...presentContentRecord(row, services),
    stats: { plays, completionPercent: plays > 0 ? Math.floor((100 * completed) / plays) : null, moodLift },
  }
}
