import {
  Button,
  Checkbox,
  CloseButton,
  Fieldset,
  Group,
  NativeSelect,
  NumberInput,
  Stack,
  Switch,
  Textarea,
  TextInput,
} from '@mantine/core'
import {
  adminCreateExercise,
  adminCreateExerciseCategory,
  adminCreateExerciseSubCategory,
  adminGetExercise,
  adminGetExerciseCategory,
  adminGetExerciseSubCategory,
  adminUpdateExercise,
  adminUpdateExerciseCategory,
  adminUpdateExerciseSubCategory,
  type CreateExerciseCategoryDto,
  type CreateExerciseDto,
  type CreateExerciseSubCategoryDto,
  type ExerciseCategoryRecord,
  type ExerciseRecord,
  type ExerciseSubCategoryRecord,
} from '@plaza/client/wellness'
import { adminGetExerciseCategoriesOptions } from '@plaza/client/wellness/queries'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { texts as more } from '../../../texts/admin/wellness/catalogue.ts'
import { texts } from '../../../texts/admin/wellness/exercises.ts'
import { ask } from '../../../ui/failure.ts'
import { ofNoun } from '../../../ui/queries.ts'
import { type ServerForm, useServerForm } from '../../../ui/server-form.ts'
import { FormFailure } from '../../../ui/states.tsx'
import { say } from '../../../ui/toasts.tsx'
import { useIsUploading } from '../../../ui/uploading.ts'
import { useRow } from '../../row.ts'
import { FileField } from './file-field.tsx'
import { PartField } from './part-field.tsx'
import { shownTexts, Translations, withLines, writtenTexts } from './translations.tsx'

const t = texts.form

interface FormOf<Row = never> {
  /** What is changed; without it something is created. */
  row?: Row | undefined
  onClose: () => void
}

/** What follows when something was written. */
function useWritten({ row, onClose }: FormOf<unknown>): () => void {
  const queryClient = useQueryClient()
  return () => {
    void queryClient.invalidateQueries(ofNoun('exercises'))
    say(row ? more.saved : t.created)
    onClose()
  }
}

interface WriteFormProps extends Pick<FormOf<unknown>, 'row'> {
  form: Pick<
    ServerForm<{ isOffered: boolean }>,
    'submit' | 'failure' | 'isRebased' | 'isSending' | 'getInputProps'
  >
  children: ReactNode
}

/** A form that writes one thing. */
function WriteForm({ row, form, children }: WriteFormProps) {
  const isUploading = useIsUploading()
  return (
    <form onSubmit={form.submit()}>
      <Stack>
        <FormFailure message={form.isRebased ? more.rebased : form.failure} />
        {children}
        <Switch size="md" label={t.offered} {...form.getInputProps('isOffered', { type: 'checkbox' })} />
        <Button type="submit" loading={form.isSending} disabled={isUploading}>
          {row ? more.save : t.save}
        </Button>
      </Stack>
    </form>
  )
}

/** Words of a closed list, for a choice of one. */
const choicesOf = (words: Record<string, string>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }))

const statusOf = (isOffered: boolean): 'ACTIVE' | 'INACTIVE' => (isOffered ? 'ACTIVE' : 'INACTIVE')

/** All categories, for a choice of one. */
function useCategoryChoices() {
  const categories = useQuery(adminGetExerciseCategoriesOptions({ query: { limit: 100 } }))
  return (categories.data?.data ?? []).map(({ id, name }) => ({ value: id, label: name }))
}

/** The version of a row that is changed, so that nothing newer is overwritten. */
const versionOf = (row: { version: number } | undefined) => (row ? { version: row.version } : {})

const categoryValues = (row: ExerciseCategoryRecord | undefined) => ({
  name: row?.name ?? '',
  description: row?.description ?? '',
  color: row?.color ?? '#0b7a6f',
  illustration: (row?.illustration ?? '') as NonNullable<CreateExerciseCategoryDto['illustration']> | '',
  image: undefined as string | undefined,
  translations: shownTexts(row?.translations, 'name'),
  isPremium: row?.isPremium ?? false,
  isOffered: row?.status !== 'INACTIVE',
})

export function CategoryForm(about: FormOf<ExerciseCategoryRecord>) {
  const { row, filling } = useRow(about.row, categoryValues, (request) =>
    ask(adminGetExerciseCategory(request)),
  )
  const form = useServerForm({
    ...filling,
    mutation: {
      mutationFn: (body: CreateExerciseCategoryDto) =>
        row
          ? ask(
              adminUpdateExerciseCategory({
                path: { id: row.id },
                body: { ...body, illustration: body.illustration ?? null, ...versionOf(row) },
              }),
            )
          : ask(adminCreateExerciseCategory({ body })),
    },
    request: ({ isOffered, color, illustration, image, translations, ...values }, { base }) => ({
      ...values,
      // One without a colour is not given the one that the field shows in its place.
      ...(row && color === base.values.color ? {} : { color }),
      ...(illustration && { illustration }),
      ...(image && { image }),
      translations: writtenTexts(translations),
      status: statusOf(isOffered),
    }),
    onSuccess: useWritten(about),
  })
  return (
    <WriteForm row={row} form={form}>
      <TextInput required maxLength={80} label={t.name} {...form.getInputProps('name')} />
      <Textarea autosize maxLength={1000} label={t.description} {...form.getInputProps('description')} />
      <TextInput type="color" label={t.color} {...form.getInputProps('color')} />
      <NativeSelect
        label={t.illustration}
        data={choicesOf(t.illustrations)}
        {...form.getInputProps('illustration')}
      />
      <FileField
        label={more.image}
        kind="image"
        folder="category"
        isThere={row?.image != null}
        error={form.errors.image}
        onSent={(key) => form.setFieldValue('image', key)}
      />
      <Translations name="name" label={t.name} getInputProps={form.getInputProps} />
      <Switch size="md" label={t.premium} {...form.getInputProps('isPremium', { type: 'checkbox' })} />
    </WriteForm>
  )
}

const partValues = (row: ExerciseSubCategoryRecord | undefined) => ({
  categoryId: row?.categoryId ?? '',
  name: row?.name ?? '',
  description: row?.description ?? '',
  translations: shownTexts(row?.translations, 'name'),
  isOffered: row?.status !== 'INACTIVE',
})

export function PartForm(about: FormOf<ExerciseSubCategoryRecord>) {
  const { row, filling } = useRow(about.row, partValues, (request) =>
    ask(adminGetExerciseSubCategory(request)),
  )
  const choices = useCategoryChoices()
  const form = useServerForm({
    ...filling,
    mutation: {
      mutationFn: (body: CreateExerciseSubCategoryDto) =>
        row
          ? ask(
              adminUpdateExerciseSubCategory({ path: { id: row.id }, body: { ...body, ...versionOf(row) } }),
            )
          : ask(adminCreateExerciseSubCategory({ body })),
    },
    request: ({ isOffered, translations, ...values }) => ({
      ...values,
      translations: writtenTexts(translations),
      status: statusOf(isOffered),
    }),
    onSuccess: useWritten(about),
  })
  return (
    <WriteForm row={row} form={form}>
      <NativeSelect
        required
        label={t.parent}
        data={[{ value: '', label: '' }, ...choices]}
        {...form.getInputProps('categoryId')}
      />
      <TextInput required maxLength={80} label={t.name} {...form.getInputProps('name')} />
      <Textarea autosize maxLength={1000} label={t.description} {...form.getInputProps('description')} />
      <Translations name="name" label={t.name} getInputProps={form.getInputProps} />
    </WriteForm>
  )
}

type BreathPhase = NonNullable<CreateExerciseDto['breath']>[number]

const newBreath = [
  { phase: 'IN' as BreathPhase['phase'], seconds: 4 as number | string },
  { phase: 'OUT' as BreathPhase['phase'], seconds: 6 as number | string },
]

const exerciseValues = (row: ExerciseRecord | undefined) => ({
  categoryId: row?.categoryId ?? '',
  subCategoryId: row?.subCategoryId ?? '',
  title: row?.title ?? '',
  description: row?.description ?? '',
  mediaType: row?.mediaType ?? 'TEXT',
  mediaKey: undefined as string | undefined,
  thumbnail: undefined as string | undefined,
  modality: (row?.modality ?? 'OTHER') as NonNullable<CreateExerciseDto['modality']>,
  minutes: (row ? (row.durationSec === null ? '' : row.durationSec / 60) : 5) as number | string,
  steps: (row?.steps ?? []).map(({ text }) => text).join('\n'),
  tags: (row?.tags ?? []).join(', '),
  breath: row && row.breath.length > 0 ? row.breath : newBreath,
  sound: (row?.sound ?? '') as NonNullable<CreateExerciseDto['sound']> | '',
  suits: row?.suits ?? [],
  translations: shownTexts(withLines(row?.translations), 'title'),
  isPremium: row?.isPremium ?? false,
  isOffered: row?.status !== 'INACTIVE',
})
type ExerciseValues = ReturnType<typeof exerciseValues>

const lines = (text: string, separator: string) =>
  text
    .split(separator)
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** A step keeps its length as long as its words stay; of those with the same words each its own. */
function stepsOf(texts: readonly string[], before: ExerciseRecord['steps']): ExerciseRecord['steps'] {
  const left = new Set(before)
  return texts.map((text) => {
    const same = [...left].find((step) => step.text === text)
    if (same) left.delete(same)
    return same ?? { text }
  })
}

/** The breath of another kind is not shown, and stays as it is. */
function breathOf(
  kind: ExerciseValues['mediaType'],
  breath: ExerciseValues['breath'],
  row: ExerciseRecord | undefined,
) {
  if (kind === 'BREATHING')
    return { breath: breath.map(({ phase, seconds }) => ({ phase, seconds: Number(seconds) })) }
  return kind === row?.mediaType ? {} : { breath: [] }
}

/** What is sent of the form. */
const exerciseOf = (
  {
    isOffered,
    subCategoryId,
    minutes,
    steps,
    tags,
    breath,
    sound,
    mediaKey,
    thumbnail,
    translations,
    ...values
  }: ExerciseValues,
  row: ExerciseRecord | undefined,
) => ({
  ...values,
  ...breathOf(values.mediaType, breath, row),
  ...(subCategoryId && { subCategoryId }),
  ...(sound && { sound }),
  ...(mediaKey && { mediaKey }),
  ...(thumbnail && { thumbnail }),
  ...(minutes !== '' && { durationSec: Math.max(1, Math.round(Number(minutes) * 60)) }),
  status: statusOf(isOffered),
  tags: lines(tags, ','),
  translations: Object.fromEntries(
    Object.entries(writtenTexts(translations)).map(([language, { steps: words, ...texts }]) => [
      language,
      { ...texts, ...(words && steps.trim() !== '' ? { steps: lines(words, '\n') } : {}) },
    ]),
  ),
  steps: stepsOf(lines(steps, '\n'), row?.steps ?? []),
})

/** An exercise to read, to time, to breathe with, to hear or to watch. */
export function ExerciseForm(about: FormOf<ExerciseRecord>) {
  const { row, filling } = useRow(about.row, exerciseValues, (request) => ask(adminGetExercise(request)))
  const choices = useCategoryChoices()
  const form = useServerForm({
    ...filling,
    mutation: {
      mutationFn: (body: CreateExerciseDto) =>
        row
          ? ask(
              adminUpdateExercise({
                path: { id: row.id },
                body: {
                  ...body,
                  subCategoryId: body.subCategoryId ?? null,
                  sound: body.sound ?? null,
                  durationSec: body.durationSec ?? null,
                  ...versionOf(row),
                },
              }),
            )
          : ask(adminCreateExercise({ body })),
    },
    request: (values) => exerciseOf(values, row),
    onSuccess: useWritten(about),
  })
  const { mediaType } = form.values
  const sent = (key: string, seconds: number | undefined) => {
    form.setFieldValue('mediaKey', key)
    if (seconds) form.setFieldValue('minutes', Math.max(0.1, Math.round(seconds / 6) / 10))
  }
  return (
    <WriteForm row={row} form={form}>
      <NativeSelect
        required
        label={t.parent}
        data={[{ value: '', label: '' }, ...choices]}
        {...form.getInputProps('categoryId')}
        onChange={({ currentTarget }) =>
          form.setValues({ categoryId: currentTarget.value, subCategoryId: '' })
        }
      />
      <PartField
        categoryId={form.values.categoryId}
        value={form.values.subCategoryId}
        error={form.errors.subCategoryId}
        onChange={(id) => form.setFieldValue('subCategoryId', id)}
      />
      <TextInput required maxLength={120} label={t.title} {...form.getInputProps('title')} />
      <NativeSelect label={t.kind} data={choicesOf(texts.kinds)} {...form.getInputProps('mediaType')} />
      {(mediaType === 'AUDIO' || mediaType === 'VIDEO') && (
        <FileField
          key={mediaType}
          label={more.recording}
          kind={mediaType === 'AUDIO' ? 'audio' : 'video'}
          folder="exercise"
          isThere={row?.mediaKey != null && row.mediaType === mediaType}
          error={form.errors.mediaKey}
          onSent={sent}
        />
      )}
      <NativeSelect label={t.modality} data={choicesOf(t.modalities)} {...form.getInputProps('modality')} />
      <NumberInput
        required={row?.durationSec !== null}
        min={0.1}
        max={720}
        decimalScale={2}
        label={t.minutes}
        {...form.getInputProps('minutes')}
      />
      <Textarea
        autosize
        minRows={3}
        maxLength={5000}
        label={t.description}
        {...form.getInputProps('description')}
      />
      <Textarea autosize minRows={3} label={t.steps} {...form.getInputProps('steps')} />
      {mediaType === 'BREATHING' && <BreathFields form={form} />}
      <NativeSelect label={t.sound} data={choicesOf(t.sounds)} {...form.getInputProps('sound')} />
      <TextInput label={more.tags} description={more.tagsHint} {...form.getInputProps('tags')} />
      <Checkbox.Group label={t.suits} description={t.suitsHint} {...form.getInputProps('suits')}>
        <Group>
          {choicesOf(t.dayParts).map(({ value, label }) => (
            <Checkbox key={value} value={value} label={label} />
          ))}
        </Group>
      </Checkbox.Group>
      <FileField
        label={more.image}
        kind="image"
        folder="exercise"
        isThere={row?.thumbnail != null}
        error={form.errors.thumbnail}
        onSent={(key) => form.setFieldValue('thumbnail', key)}
      />
      <Translations
        name="title"
        label={t.title}
        {...(form.values.steps.trim() === '' ? {} : { stepsLabel: t.steps })}
        getInputProps={form.getInputProps}
      />
      <Switch size="md" label={t.premium} {...form.getInputProps('isPremium', { type: 'checkbox' })} />
    </WriteForm>
  )
}

const longestBreath = 12

/** The phases of one breath, which the pacer repeats. */
function BreathFields({ form }: { form: ServerForm<ExerciseValues> }) {
  const { breath } = form.values
  return (
    <Fieldset legend={t.breath}>
      <Stack gap="xs">
        {breath.map((_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a phase is its place in the breath
          <Group key={index} wrap="nowrap" gap="xs">
            <NativeSelect
              flex={1}
              aria-label={t.phase(index + 1)}
              data={choicesOf(t.phases)}
              {...form.getInputProps(`breath.${index}.phase`)}
            />
            <NumberInput
              required
              w="6rem"
              min={1}
              max={60}
              allowDecimal={false}
              aria-label={t.seconds(index + 1)}
              {...form.getInputProps(`breath.${index}.seconds`)}
            />
            <CloseButton
              aria-label={t.removePhase(index + 1)}
              onClick={() => form.removeListItem('breath', index)}
            />
          </Group>
        ))}
        <Button
          variant="default"
          disabled={breath.length >= longestBreath}
          onClick={() => form.insertListItem('breath', { phase: 'HOLD', seconds: 4 })}
        >
          {t.addPhase}
        </Button>
      </Stack>
    </Fieldset>
  )
}
