import { Button, Fieldset, Group, NativeSelect, Stack, Switch, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { texts } from '../../../texts/admin/marketplace/categories.ts'
import { newId } from '../../../ui/ids.ts'
import type { CategoryNode } from './category-tree.ts'

const t = texts.form
type Schema = CategoryNode['attribute_schema'][number]

export interface CategoryValues {
  name: string
  icon: string
  enabled: boolean
  expiration_days: number | string
  attributes: Attribute[]
}

/** An attribute while it is written: its choices are one text, and it has a key for the list. */
export interface Attribute extends Omit<Schema, 'options'> {
  draftId: string
  choices: string
}

export const draftsOf = (schema: readonly Schema[]): Attribute[] =>
  schema.map(({ options, ...rest }) => ({ ...rest, draftId: newId(), choices: options.join('\n') }))

export const attributesOf = (drafts: readonly Attribute[]): Schema[] =>
  drafts.map(({ draftId: _draftId, choices, ...rest }) => ({
    ...rest,
    options:
      rest.type === 'enum'
        ? choices
            .split('\n')
            .map((choice) => choice.trim())
            .filter((choice) => choice !== '')
        : [],
  }))

/** Fields of the request → inputs of the editor. */
export const attributeNames = (drafts: readonly Attribute[]): Record<string, string> =>
  Object.fromEntries(
    drafts.flatMap((_draft, index) =>
      ['label', 'key', 'type', 'unit', 'required', 'options'].map((field) => [
        `attribute_schema.${index}.${field}`,
        `attributes.${index}.${field === 'options' ? 'choices' : field}`,
      ]),
    ),
  )

const blank = (): Attribute => ({
  draftId: newId(),
  key: '',
  label: '',
  type: 'text',
  required: false,
  unit: '',
  choices: '',
})

/** What sellers are asked of a thing of this category. */
export const AttributeEditor = ({ form }: { form: UseFormReturnType<CategoryValues> }) => (
  <Stack>
    {form.values.attributes.map((attribute, index) => (
      <Fieldset key={attribute.draftId} legend={attribute.label || attribute.key || `${index + 1}`}>
        <Stack>
          <Group grow align="start">
            <TextInput
              required
              maxLength={60}
              label={t.label}
              {...form.getInputProps(`attributes.${index}.label`)}
            />
            <TextInput
              required
              maxLength={40}
              pattern="[a-z][a-z0-9_]*"
              label={t.key}
              {...form.getInputProps(`attributes.${index}.key`)}
            />
          </Group>
          <Group grow align="start">
            <NativeSelect
              label={t.type}
              data={Object.entries(t.types).map(([value, label]) => ({ value, label }))}
              {...form.getInputProps(`attributes.${index}.type`)}
            />
            <TextInput maxLength={16} label={t.unit} {...form.getInputProps(`attributes.${index}.unit`)} />
          </Group>
          {attribute.type === 'enum' && (
            <Textarea
              required
              autosize
              minRows={2}
              label={t.options}
              {...form.getInputProps(`attributes.${index}.choices`)}
            />
          )}
          <Group justify="space-between">
            <Switch
              size="md"
              label={t.required}
              {...form.getInputProps(`attributes.${index}.required`, { type: 'checkbox' })}
            />
            <Button
              variant="subtle"
              color="red"
              onClick={() => form.removeListItem('attributes', index)}
              aria-label={t.removeAttribute(attribute.label || attribute.key)}
            >
              ×
            </Button>
          </Group>
        </Stack>
      </Fieldset>
    ))}
    <Button variant="default" onClick={() => form.insertListItem('attributes', blank())}>
      {t.addAttribute}
    </Button>
  </Stack>
)
