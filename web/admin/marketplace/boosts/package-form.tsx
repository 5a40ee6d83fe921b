import { Button, Checkbox, NativeSelect, NumberInput, Stack, Switch, TextInput } from '@mantine/core'
import type { Package } from '@plaza/client/marketplace'
import { adminAddPackageMutation } from '@plaza/client/marketplace/queries'
import { useQueryClient } from '@tanstack/react-query'
import { texts } from '../../../texts/admin/marketplace/packages.ts'
import { texts as shared } from '../../../texts/boosts.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { currencies, decimalsOf, numberSigns } from '../../../ui/formats.ts'
import { ofNoun } from '../../../ui/queries.ts'
import { useServerForm } from '../../../ui/server-form.ts'
import { FormFailure } from '../../../ui/states.tsx'
import { say } from '../../../ui/toasts.tsx'
import { useCategoryTree } from '../categories/category-tree.ts'

const { form: words } = texts

interface PackageFormProps {
  /** The version that it takes the place of; undefined of a new package. */
  last: Package | undefined
  onClose: () => void
}

const valuesOf = (last: Package | undefined) => ({
  name: last?.name ?? '',
  kind: last?.kind ?? ('bump' as const),
  price: (last?.price ?? '') as number | '',
  currency: last?.currency ?? 'EUR',
  duration_days: (last?.duration_days ?? 7) as number | '',
  quantity: (last?.quantity ?? '') as number | '',
  category_ids: last?.category_ids ?? [],
  active: last?.is_active ?? true,
})

/** Puts a package on sale, or its next version. */
export function PackageForm({ last, onClose }: PackageFormProps) {
  const client = useQueryClient()
  const form = useServerForm({
    initialValues: valuesOf(last),
    mutation: adminAddPackageMutation(),
    request: ({ price, duration_days, quantity, ...values }) => ({
      body: {
        ...values,
        price: Number(price),
        duration_days: Number(duration_days),
        ...(quantity === '' ? {} : { quantity }),
      },
    }),
    onSuccess: ({ data }) => {
      say(texts.saved(data.name, data.version))
      onClose()
      return client.invalidateQueries(ofNoun('boosts'))
    },
  })
  const { currency } = form.values
  const props = form.getInputProps
  return (
    <Dialog onClose={onClose} title={last ? texts.nextOf(last.name) : texts.add}>
      <form onSubmit={form.submit()}>
        <Stack gap="sm">
          <TextInput required readOnly={!!last} maxLength={60} label={words.name} {...props('name')} />
          <NativeSelect
            label={words.kind}
            data={Object.entries(shared.kinds).map(([value, label]) => ({ value, label }))}
            {...props('kind')}
          />
          <NumberInput
            required
            hideControls
            inputMode="decimal"
            allowNegative={false}
            decimalScale={decimalsOf(currency)}
            decimalSeparator={numberSigns.decimal}
            allowedDecimalSeparators={[numberSigns.decimal]}
            label={words.price}
            {...props('price')}
          />
          <NativeSelect label={words.currency} data={currencies(currency)} {...props('currency')} />
          <NumberInput
            required
            allowDecimal={false}
            min={0}
            max={90}
            label={words.length}
            description={words.lengthHint}
            {...props('duration_days')}
          />
          <NumberInput
            allowDecimal={false}
            min={1}
            max={10_000}
            label={words.places}
            description={words.placesHint}
            {...props('quantity')}
          />
          <Categories {...props('category_ids')} />
          <Switch label={words.active} {...props('active', { type: 'checkbox' })} />
          <FormFailure message={form.failure} />
          <Button type="submit" loading={form.isSending}>
            {words.save}
          </Button>
        </Stack>
      </form>
    </Dialog>
  )
}

/** The categories at the top; what is below one is in it. */
function Categories(props: { value?: string[]; onChange?: (ids: string[]) => void }) {
  const tree = useCategoryTree()
  return (
    <Checkbox.Group label={words.categories} description={words.categoriesHint} {...props}>
      {tree.data?.data.map(({ _id, name }) => (
        <Checkbox key={_id} value={_id} label={name} />
      ))}
    </Checkbox.Group>
  )
}
