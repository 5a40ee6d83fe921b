import { Button, Modal, NativeSelect, NumberInput, Stack, Switch, Textarea, TextInput } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import {
  adminCreateExercise,
  adminCreateExerciseCategory,
  adminCreateExerciseSubCategory,
} from '@plaza/client/wellness'
import { adminGetExerciseCategoriesOptions } from '@plaza/client/wellness/queries'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { texts } from '../../../texts/admin/wellness/exercises.ts'
import { texts as shared } from '../../../texts/ui.ts'
import { ask } from '../../../ui/failure.ts'
import { showFailure } from '../../../ui/forms.ts'
import { ofNoun } from '../../../ui/queries.ts'
import { FormFailure } from '../../../ui/states.tsx'
import { say } from '../../../ui/toasts.tsx'

const t = texts.form

/** A form in a window of its own that creates one thing. */
function CreateForm<Values>({
  title,
  form,
  create,
  onClose,
  children,
}: {
  title: string
  form: UseFormReturnType<Values>
  create: (values: Values) => Promise<unknown>
  onClose: () => void
  children: ReactNode
}) {
  const queryClient = useQueryClient()
  const [failure, setFailure] = useState<string>()
  const save = useMutation({
    mutationFn: create,
    onSuccess: () => {
      void queryClient.invalidateQueries(ofNoun('exercises'))
      say(t.created)
      onClose()
    },
    onError: (error) => setFailure(showFailure(form, error)),
  })
  return (
    <Modal opened onClose={onClose} title={title} closeButtonProps={{ 'aria-label': shared.close }}>
      <form
        onSubmit={form.onSubmit((values) => {
          setFailure(undefined)
          save.mutate(values)
        })}
      >
        <Stack>
          <FormFailure message={failure} />
          {children}
          <Switch
            size="md"
            label={t.offered}
            {...form.getInputProps('isOffered' as never, { type: 'checkbox' })}
          />
          <Button type="submit" loading={save.isPending}>
            {t.save}
          </Button>
        </Stack>
      </form>
    </Modal>
  )
}

const statusOf = (isOffered: boolean) => (isOffered ? 'ACTIVE' : 'INACTIVE')

/** All categories, for a choice of one. */
function useCategoryChoices() {
  const categories = useQuery(adminGetExerciseCategoriesOptions({ query: { limit: 100 } }))
  return (categories.data?.data ?? []).map(({ id, name }) => ({ value: id, label: name }))
}

export function CategoryForm({ onClose }: { onClose: () => void }) {
  const form = useForm({ initialValues: { name: '', description: '', color: '#0b7a6f', isOffered: true } })
  return (
    <CreateForm
      title={texts.addCategory}
      form={form}
      onClose={onClose}
      create={({ isOffered, ...values }) =>
        ask(adminCreateExerciseCategory({ body: { ...values, status: statusOf(isOffered) } }))
      }
    >
      <TextInput required maxLength={80} label={t.name} {...form.getInputProps('name')} />
      <Textarea autosize maxLength={1000} label={t.description} {...form.getInputProps('description')} />
      <TextInput type="color" label={t.color} {...form.getInputProps('color')} />
    </CreateForm>
  )
}

export function PartForm({ onClose }: { onClose: () => void }) {
  const choices = useCategoryChoices()
  const form = useForm({ initialValues: { categoryId: '', name: '', description: '', isOffered: true } })
  return (
    <CreateForm
      title={texts.addPart}
      form={form}
      onClose={onClose}
      create={({ isOffered, ...values }) =>
        ask(adminCreateExerciseSubCategory({ body: { ...values, status: statusOf(isOffered) } }))
      }
    >
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

/** Exercises to read or to time: the API takes no recording from an administrator yet. */
export function ExerciseForm({ onClose }: { onClose: () => void }) {
  const choices = useCategoryChoices()
  const form = useForm({ initialValues: emptyExercise })
  const kinds = (['TEXT', 'TIMER', 'BREATHING'] as const).map((value) => ({
    value,
    label: texts.kinds[value] ?? value,
  }))
  return (
    <CreateForm
      title={texts.addExercise}
      form={form}
      onClose={onClose}
      create={({ isOffered, minutes, steps, ...values }) =>
        ask(
          adminCreateExercise({
            body: {
              ...values,
              status: statusOf(isOffered),
              durationSec: Math.round(Number(minutes) * 60),
              steps: steps
                .split('\n')
                .map((text) => text.trim())
                .filter((text) => text !== '')
                .map((text) => ({ text })),
            },
          }),
        )
      }
    >
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
