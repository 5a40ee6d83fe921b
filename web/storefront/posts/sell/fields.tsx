import { Checkbox, Group, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { texts as shown } from '../../../texts/posts.ts'
import { texts } from '../../../texts/selling.ts'
import type { Category } from '../../categories/categories.ts'
import { PriceInput } from '../../price-input.tsx'
import { conditions } from '../../search/search-params.ts'
import type { SellFormState } from './use-sell-form.ts'

interface FieldProps {
  form: SellFormState
}

const choose = { value: '', label: texts.fields.choose }

export const TitleField = ({ form }: FieldProps) => (
  <TextInput
    label={texts.fields.title}
    description={texts.fields.titleHint}
    required
    maxLength={120}
    dir="auto"
    autoComplete="off"
    key={form.key('title')}
    {...form.getInputProps('title')}
  />
)

export function CategoryFields({ form, categories }: FieldProps & { categories: readonly Category[] }) {
  const options = (all: readonly Category[]) => [
    choose,
    ...all.map(({ _id, name, icon }) => ({ value: _id, label: `${icon} ${name}`.trim() })),
  ]
  const below = categories.find(({ _id }) => _id === form.values.category_id)?.sub_categories ?? []
  const chosen = form.getInputProps('category_id')
  return (
    <Group grow align="flex-start">
      <NativeSelect
        label={texts.fields.category}
        required
        data={options(categories)}
        {...chosen}
        onChange={(event) => {
          form.setFieldValue('sub_category_id', '')
          chosen.onChange(event)
        }}
      />
      {below.length > 0 && (
        <NativeSelect
          label={texts.fields.subCategory}
          data={options(below)}
          {...form.getInputProps('sub_category_id')}
        />
      )}
    </Group>
  )
}

export const PriceFields = ({ form, currency }: FieldProps & { currency: string }) => (
  <>
    <Group grow align="flex-start">
      <PriceInput
        label={texts.fields.price(currency)}
        description={texts.fields.priceHint}
        required
        currency={currency}
        {...form.getInputProps('price')}
      />
      <NativeSelect
        label={texts.fields.condition}
        data={[choose, ...conditions.map((value) => ({ value, label: shown.conditions[value] }))]}
        {...form.getInputProps('condition')}
      />
    </Group>
    <Checkbox label={texts.fields.offers} {...form.getInputProps('allow_offers', { type: 'checkbox' })} />
  </>
)

export const DescriptionField = ({ form }: FieldProps) => (
  <Textarea
    label={texts.fields.description}
    placeholder={texts.fields.descriptionHint}
    autosize={false}
    rows={6}
    maxLength={10_000}
    dir="auto"
    {...form.getInputProps('description')}
  />
)

export const DeliveryField = ({ form }: FieldProps) => (
  <NativeSelect
    label={texts.fields.delivery}
    data={[choose, ...Object.entries(shown.deliveries).map(([value, label]) => ({ value, label }))]}
    {...form.getInputProps('delivery')}
  />
)
