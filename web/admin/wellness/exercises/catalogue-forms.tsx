import { Button, Modal, NativeSelect, NumberInput, Stack, Switch, Textarea, TextInput } from '@mantine/core'
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

const statusOf = (isOffered: boolean): 'ACTIVE' | 'INACTIVE' => (isOffered ? 'ACTIVE' : 'INACTIVE')

/** All categories, for a choice of one. */
function useCategoryChoices() {
  const categories = useQuery(adminGetExerciseCategoriesOptions({ query: { limit: 100 } }))
  return (categories.data?.data ?? []).map(({ id, name }) => ({ value: id, label: name }))
}

export function CategoryForm(window: FormWindow) {
  const form = useServerForm({
    initialValues: { name: '', description: '', color: '#0b7a6f', isOffered: true },
    mutation: adminCreateExerciseCategoryMutation(),
    request: ({ isOffered, ...values }) => ({ body: { ...values, status: statusOf(isOffered) } }),
    onSuccess: useCreated(window),
  })
  return (
    <CreateForm {...window} title={texts.addCategory} form={form}>
      <TextInput required maxLength={80} label={t.name} {...form.getInputProps('name')} />
      <Textarea autosize maxLength={1000} label={t.description} {...form.getInputProps('description')} />
      <TextInput type="color" label={t.color} {...form.getInputProps('color')} />
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

const emptyExercise = {
  categoryId: '',
  title: '',
  description: '',
  mediaType: 'TEXT' as 'TEXT' | 'TIMER' | 'BREATHING',
  minutes: 5 as number | string,
  steps: '',
  isPremium: false,
  isOffered: true,
}

const exerciseOf = ({ isOffered, minutes, steps, ...values }: typeof emptyExercise) => ({
  ...values,
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
      <NumberInput required min={1} max={720} label={t.minutes} {...form.getInputProps('minutes')} />
      <Textarea
        autosize
        minRows={3}
        maxLength={5000}
        label={t.description}
        {...form.getInputProps('description')}
      />
      <Textarea autosize minRows={3} label={t.steps} {...form.getInputProps('steps')} />
      <Switch size="md" label={t.premium} {...form.getInputProps('isPremium', { type: 'checkbox' })} />
    </CreateForm>
  )
}
