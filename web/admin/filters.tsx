import { Group, NativeSelect, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { texts } from '../texts/admin.ts'
import { useTypedSearch } from '../ui/typed-search.ts'

/** Words to search for; the address follows when the typing pauses. */
export function SearchField({
  label = texts.table.search,
  value,
  onChange,
}: {
  label?: string
  value: string | undefined
  onChange: (value: string | undefined) => void
}) {
  const [typed, setTyped] = useState(value ?? '')
  const [known, setKnown] = useState(value)
  if (value !== known) {
    setKnown(value)
    // Taken away elsewhere.
    if (value === undefined) setTyped('')
  }
  const tell = useTypedSearch((text) => onChange(text.trim() || undefined))
  return (
    <TextInput
      type="search"
      label={label}
      value={typed}
      onChange={(event) => {
        setTyped(event.currentTarget.value)
        tell(event.currentTarget.value)
      }}
    />
  )
}

interface ChoiceFieldProps {
  label: string
  words: Readonly<Record<string, string>>
  value: string | undefined
  onChange: (value: string | undefined) => void
}

/** One of some words, or what is shown unless one is chosen. */
export const OneOfField = ({
  label,
  usual,
  words,
  value,
  onChange,
}: ChoiceFieldProps & { usual: string }) => (
  <NativeSelect
    label={label}
    value={value ?? ''}
    onChange={(event) => onChange(event.currentTarget.value || undefined)}
    data={[
      { value: '', label: usual },
      ...Object.entries(words).map(([key, name]) => ({ value: key, label: name })),
    ]}
  />
)

/** One of some words, or all. */
export const ChoiceField = (props: ChoiceFieldProps) => <OneOfField usual={texts.table.all} {...props} />

/** One of the states that rows can be in, or all. */
export const StatusField = (props: Omit<ChoiceFieldProps, 'label'>) => (
  <ChoiceField label={texts.table.status} {...props} />
)

/** The fields above a table. @param label tells them from those of another table on the page */
export const FilterRow = ({
  label = texts.table.filters,
  children,
}: {
  label?: string
  children: ReactNode
}) => (
  <Group component="section" aria-label={label} align="end" gap="sm" mb="sm">
    {children}
  </Group>
)
