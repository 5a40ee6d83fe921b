import {
  Button,
  Checkbox,
  CloseButton,
  Fieldset,
  Group,
  Modal,
  NativeSelect,
  NumberInput,
  Stack,
  Switch,
  Textarea,
  TextInput,
} from '@mantine/core'
import type { CreateExerciseCategoryDto, CreateExerciseDto } from '@plaza/client/wellness'
import {
  adminCreateExerciseCategoryMutation,
  adminCreateExerciseMutation,
  adminCreateExerciseSubCategoryMutation,
  adminGetExerciseCategoriesOptions,
} from '@plaza/client/wellness/queries'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { texts } from '../../../texts/admin/wellness/exercises.ts'
import { ofNoun } from '../../../ui/queries.ts'
import { type ServerForm, useServerForm } from '../../../ui/server-form.ts'
import { FormFailure } from '../../../ui/states.tsx'
import { say } from '../../../ui/toasts.tsx'

const t = texts.form

interface FormWindow {
  onClose: () => void
}

/** What follows when something was created. */
function useCreated({ onClose }: FormWindow): () => void {
  const queryClient = useQueryClient()
  return () => {
    void queryClient.invalidateQueries(ofNoun('exercises'))
    say(t.created)
    onClose()
  }
}

interface CreateFormProps extends FormWindow {
  title: string
  form: Pick<ServerForm<{ isOffered: boolean }>, 'submit' | 'failure' | 'isSending' | 'getInputProps'>
  children: ReactNode
}

/** A form in a window of its own that creates one thing. */
function CreateForm({ title, form, onClose, children }: CreateFormProps) {
  return (
    <Modal opened onClose={onClose} title={title}>
      <form onSubmit={form.submit()}>
        <Stack>
          <FormFailure message={form.failure} />
          {children}
          <Switch size="md" label={t.offered} {...form.getInputProps('isOffered', { type: 'checkbox' })} />
          <Button type="submit" loading={form.isSending}>
            {t.save}
          </Button>
        </Stack>
      </form>
    </Modal>
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

export function CategoryForm(window: FormWindow) {
  const form = useServerForm({
    initialValues: {
      name: '',
      description: '',
      color: '#0b7a6f',
      illustration: '' as NonNullable<CreateExerciseCategoryDto['illustration']> | '',
      isOffered: true,
    },
    mutation: adminCreateExerciseCategoryMutation(),
    request: ({ isOffered, illustration, ...values }) => ({
      body: { ...values, ...(illustration && { illustration }), status: statusOf(isOffered) },
    }),
    onSuccess: useCreated(window),
  })
  return (
    <CreateForm {...window} title={texts.addCategory} form={form}>
      <TextInput required maxLength={80} label={t.name} {...form.getInputProps('name')} />
      <Textarea autosize maxLength={1000} label={t.description} {...form.getInputProps('description')} />
      <TextInput type="color" label={t.color} {...form.getInputProps('color')} />
      <NativeSelect
        label={t.illustration}
        data={choicesOf(t.illustrations)}
        {...form.getInputProps('illustration')}
      />
    </CreateForm>
  )
}

export function PartForm(window: FormWindow) {
  const choices = useCategoryChoices()
  const form = useServerForm({
    initialValues: { categoryId: '', name: '', description: '', isOffered: true },
    mutation: adminCreateExerciseSubCategoryMutation(),
    request: ({ isOffered, ...values }) => ({ body: { ...values, status: statusOf(isOffered) } }),
    onSuccess: useCreated(window),
  })
  return (
    <CreateForm {...window} title={texts.addPart} form={form}>
      <NativeSelect
        required
        label={t.parent}
        data={[{ value: '', label: '' }, ...choices]}
        {...form.getInputProps('categoryId')}
      />
      <TextInput required maxLength={80} label={t.name} {...form.getInputProps('name')} />
      <Textarea autosize maxLength={1000} label={t.description} {...form.getInputProps('description')} />
    </CreateForm>
  )
}

type BreathPhase = NonNullable<CreateExerciseDto['breath']>[number]

const emptyExercise = {
  categoryId: '',
  title: '',
  description: '',
  mediaType: 'TEXT' as 'TEXT' | 'TIMER' | 'BREATHING',
  modality: 'OTHER' as NonNullable<CreateExerciseDto['modality']>,
  minutes: 5 as number | string,
  steps: '',
  breath: [
    { phase: 'IN' as BreathPhase['phase'], seconds: 4 as number | string },
    { phase: 'OUT' as BreathPhase['phase'], seconds: 6 as number | string },
  ],
  sound: '' as NonNullable<CreateExerciseDto['sound']> | '',
  suits: [] as NonNullable<CreateExerciseDto['suits']>,
  isPremium: false,
  isOffered: true,
}

const exerciseOf = ({ isOffered, minutes, steps, breath, sound, ...values }: typeof emptyExercise) => ({
  ...values,
  ...(sound && { sound }),
  breath:
    values.mediaType === 'BREATHING'
      ? breath.map(({ phase, seconds }) => ({ phase, seconds: Number(seconds) }))
      : [],
  status: statusOf(isOffered),
  durationSec: Math.round(Number(minutes) * 60),
  steps: steps
    .split('\n')
    .map((text) => text.trim())
    .filter((text) => text !== '')
    .map((text) => ({ text })),
})

/** Exercises to read or to time: the API takes no recording from an administrator yet. */
export function ExerciseForm(window: FormWindow) {
  const choices = useCategoryChoices()
  const form = useServerForm({
    initialValues: emptyExercise,
    mutation: adminCreateExerciseMutation(),
    request: (values) => ({ body: exerciseOf(values) }),
    onSuccess: useCreated(window),
  })
  const kinds = (['TEXT', 'TIMER', 'BREATHING'] as const).map((value) => ({
    value,
    label: texts.kinds[value] ?? value,
  }))
  return (
    <CreateForm {...window} title={texts.addExercise} form={form}>
      <NativeSelect
        required
        label={t.parent}
        data={[{ value: '', label: '' }, ...choices]}
        {...form.getInputProps('categoryId')}
      />
      <TextInput required maxLength={120} label={t.title} {...form.getInputProps('title')} />
      <NativeSelect label={t.kind} data={kinds} {...form.getInputProps('mediaType')} />
      <NativeSelect label={t.modality} data={choicesOf(t.modalities)} {...form.getInputProps('modality')} />
      <NumberInput required min={1} max={720} label={t.minutes} {...form.getInputProps('minutes')} />
      <Textarea
        autosize
        minRows={3}
        maxLength={5000}
        label={t.description}
        {...form.getInputProps('description')}
      />
      <Textarea autosize minRows={3} label={t.steps} {...form.getInputProps('steps')} />
      {form.values.mediaType === 'BREATHING' && <BreathFields form={form} />}
      <NativeSelect label={t.sound} data={choicesOf(t.sounds)} {...form.getInputProps('sound')} />
      <Checkbox.Group label={t.suits} description={t.suitsHint} {...form.getInputProps('suits')}>
        <Group>
          {choicesOf(t.dayParts).map(({ value, label }) => (
            <Checkbox key={value} value={value} label={label} />
          ))}
        </Group>
      </Checkbox.Group>
      <Switch size="md" label={t.premium} {...form.getInputProps('isPremium', { type: 'checkbox' })} />
    </CreateForm>
  )
}

const longestBreath = 12

/** The phases of one breath, which the pacer repeats. */
function BreathFields({ form }: { form: ServerForm<typeof emptyExercise> }) {
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
