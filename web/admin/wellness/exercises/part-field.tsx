import { NativeSelect } from '@mantine/core'
import { adminGetExerciseSubCategoriesOptions } from '@plaza/client/wellness/queries'
import { useQuery } from '@tanstack/react-query'
import { texts } from '../../../texts/admin/wellness/exercises.ts'

interface PartFieldProps {
  /** Of which category the parts are; empty while none is chosen. */
  categoryId: string
  value: string
  error?: unknown
  onChange: (id: string) => void
}

/** In which part of its category an exercise stands, where that has any. */
export function PartField({ categoryId, value, error, onChange }: PartFieldProps) {
  const parts = useQuery({
    ...adminGetExerciseSubCategoriesOptions({ query: { categoryId, limit: 100, sort: 'order' } }),
    enabled: categoryId !== '',
  })
  const choices = (parts.data?.data ?? []).map(({ id, name }) => ({ value: id, label: name }))
  if (choices.length === 0) return null
  return (
    <NativeSelect
      label={texts.form.part}
      data={[{ value: '', label: texts.form.noPart }, ...choices]}
      value={value}
      error={typeof error === 'string' ? error : undefined}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}
