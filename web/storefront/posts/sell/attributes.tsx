import { Fieldset, NativeSelect, SimpleGrid, TextInput } from '@mantine/core'
import type { CategoryAttribute } from '@plaza/client/marketplace'
import { texts as shown } from '../../../texts/posts.ts'
import { texts } from '../../../texts/selling.ts'
import { DecimalInput } from '../../../ui/decimal-input.tsx'
import type { SellFormState } from './use-sell-form.ts'

/** What the chosen category asks of a listing. */
export function AttributeFields({
  form,
  attributes,
}: {
  form: SellFormState
  attributes: readonly CategoryAttribute[]
}) {
  if (attributes.length === 0) return null
  return (
    <Fieldset legend={texts.details} radius="md">
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        {attributes.map((attribute) => (
          <AttributeField key={attribute.key} form={form} attribute={attribute} />
        ))}
      </SimpleGrid>
    </Fieldset>
  )
}

const yesOrNo = { true: shown.listing.yes, false: shown.listing.no }

function AttributeField({ form, attribute }: { form: SellFormState; attribute: CategoryAttribute }) {
  const { key, type, required, options, unit } = attribute
  const label = unit ? `${attribute.label} (${unit})` : attribute.label
  const props = form.getInputProps(`attributes.${key}`)
  const shared = { label, required, error: props.error, 'data-path': `attributes.${key}` }
  const set = (value: string | number | boolean) => form.setFieldValue(`attributes.${key}`, value)
  switch (type) {
    case 'number':
      return <DecimalInput {...shared} value={props.value ?? ''} onChange={set} />
    case 'bool':
      return (
        <NativeSelect
          {...shared}
          value={String(props.value ?? '')}
          onChange={({ currentTarget: { value } }) => set(value === '' ? '' : value === 'true')}
          data={[{ value: '', label: texts.fields.choose }, ...optionsOf(yesOrNo)]}
        />
      )
    case 'enum':
      return (
        <NativeSelect
          {...shared}
          value={props.value ?? ''}
          onChange={(event) => set(event.currentTarget.value)}
          data={[{ value: '', label: texts.fields.choose }, ...options]}
        />
      )
    case 'text':
      return (
        <TextInput
          {...shared}
          maxLength={200}
          dir="auto"
          value={props.value ?? ''}
          onChange={(event) => set(event.currentTarget.value)}
        />
      )
  }
}

const optionsOf = (labels: Record<string, string>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }))
