import { NativeSelect, Stack, TextInput } from '@mantine/core'
import type { CategoryAttribute } from '@plaza/client/marketplace'
import { type KeyboardEvent, useState } from 'react'
import { texts } from '../../texts/posts.ts'
import { DecimalInput } from '../../ui/decimal-input.tsx'

interface AttributeFiltersProps {
  attributes: readonly CategoryAttribute[]
  chosen: Record<string, string>
  choose: (chosen: Record<string, string>) => void
}

/** What listings of the chosen category say of themselves. */
export const AttributeFilters = ({ attributes, chosen, choose }: AttributeFiltersProps) => (
  <Stack gap="xs">
    {attributes.map((attribute) => (
      <AttributeFilter
        key={`${attribute.key} ${chosen[attribute.key]}`}
        attribute={attribute}
        value={chosen[attribute.key] ?? ''}
        choose={(value) => choose({ ...chosen, [attribute.key]: value })}
      />
    ))}
  </Stack>
)

const yesOrNo = [
  { value: 'true', label: texts.listing.yes },
  { value: 'false', label: texts.listing.no },
]

interface AttributeFilterProps {
  attribute: CategoryAttribute
  value: string
  choose: (value: string) => void
}

function AttributeFilter({ attribute: { label, type, options, unit }, value, choose }: AttributeFilterProps) {
  const [typed, setTyped] = useState(value)
  const name = unit ? `${label} (${unit})` : label
  // Half a word counts for nothing: it is searched for once it is typed.
  const whenTyped = {
    label: name,
    onBlur: () => typed.trim() !== value && choose(typed.trim()),
    onKeyDown: ({ key, currentTarget }: KeyboardEvent<HTMLInputElement>) =>
      key === 'Enter' && currentTarget.blur(),
  }
  switch (type) {
    case 'enum':
    case 'bool':
      return (
        <NativeSelect
          label={name}
          value={value}
          onChange={(event) => choose(event.currentTarget.value)}
          data={[{ value: '', label: texts.search.any }, ...(type === 'bool' ? yesOrNo : options)]}
        />
      )
    case 'number':
      return (
        <DecimalInput
          {...whenTyped}
          value={typed === '' ? '' : Number(typed)}
          onChange={(number) => setTyped(String(number))}
        />
      )
    case 'text':
      return (
        <TextInput
          {...whenTyped}
          maxLength={200}
          dir="auto"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      )
  }
}
