import {
  Button,
  Group,
  NativeSelect,
  NumberInput,
  SimpleGrid,
  Stack,
  Switch,
  Textarea,
  TextInput,
  Title,
} from '@mantine/core'
import type { AdminPublishPlanData, PlanVersion } from '@plaza/client/marketplace'
import { adminPublishPlanMutation } from '@plaza/client/marketplace/queries'
import { useQueryClient } from '@tanstack/react-query'
import { texts } from '../../../texts/admin/marketplace/subscriptions.ts'
import { amountOf } from '../../../ui/amounts.ts'
import { currencies, decimalsOf, numberSigns } from '../../../ui/formats.ts'
import { ofNoun } from '../../../ui/queries.ts'
import { type ServerForm, useServerForm } from '../../../ui/server-form.ts'
import { FormFailure } from '../../../ui/states.tsx'
import { say } from '../../../ui/toasts.tsx'

/** What everybody has who has no other plan. It costs nothing, and only what it opens can be changed. */
export const freeKey = 'free'

interface Values {
  key: string
  name: string
  price: string
  currency: string
  months: number | string
  trial_days: number | string
  saved_searches: number | string
  transaction_exports: number | string
  store_products: string
  is_offered: boolean
}

const empty: Values = {
  key: '',
  name: '',
  price: '',
  currency: 'EUR',
  months: 1,
  trial_days: 14,
  saved_searches: 20,
  transaction_exports: 0,
  store_products: '',
  is_offered: true,
}

const valuesOf = ({ key, name, price, currency, ...plan }: PlanVersion): Values => ({
  ...{ key, name, currency },
  price: String(price).replace('.', numberSigns.decimal),
  months: plan.months,
  trial_days: plan.trial_days,
  ...plan.quotas,
  store_products: plan.store_products.join('\n'),
  is_offered: plan.is_offered,
})

const priceIn = ({ price, currency }: Values) => amountOf(price, decimalsOf(currency), numberSigns.decimal)

const bodyOf = (values: Values): AdminPublishPlanData['body'] => ({
  name: values.name,
  price: priceIn(values) ?? 0,
  currency: values.currency,
  months: Number(values.months),
  trial_days: Number(values.trial_days),
  quotas: {
    saved_searches: Number(values.saved_searches),
    transaction_exports: Number(values.transaction_exports),
  },
  store_products: values.store_products
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== ''),
  is_offered: values.is_offered,
})

/** Writes a version of a plan, or a plan that is new. */
export function PlanForm({ plan, onDone }: { plan: PlanVersion | undefined; onDone: () => void }) {
  const client = useQueryClient()
  const form = useServerForm({
    initialValues: plan ? valuesOf(plan) : empty,
    validate: { price: (_price, values) => (priceIn(values) === undefined ? texts.amountUnclear : null) },
    mutation: adminPublishPlanMutation(),
    request: (values, { keyOf }) => {
      const sent = { path: { plan_key: values.key }, body: bodyOf(values) }
      return { ...sent, headers: { 'Idempotency-Key': keyOf(sent) } }
    },
    names: {
      'path.plan_key': 'key',
      'quotas.saved_searches': 'saved_searches',
      'quotas.transaction_exports': 'transaction_exports',
    },
    onSuccess: async ({ data }) => {
      say(texts.published(data.name, data.version))
      onDone()
      await client.invalidateQueries(ofNoun('subscriptions'))
    },
  })
  return (
    <form onSubmit={form.submit()} aria-label={plan ? texts.edit(plan.name) : texts.add}>
      <Stack maw="40rem" mb="xl">
        <Title order={2} size="h3">
          {plan ? texts.edit(plan.name) : texts.add}
        </Title>
        <FormFailure message={form.failure} />
        {!plan && (
          <TextInput
            required
            maxLength={40}
            pattern="[a-z][a-z0-9\-]*"
            label={texts.key}
            description={texts.keyHint}
            {...form.getInputProps('key')}
          />
        )}
        <TextInput required maxLength={60} dir="auto" label={texts.name} {...form.getInputProps('name')} />
        {plan?.key !== freeKey && <Price form={form} />}
        <Quotas form={form} />
        {plan?.key !== freeKey && <Sale form={form} />}
        <Group>
          <Button type="submit" loading={form.isSending}>
            {texts.publish}
          </Button>
          <Button variant="default" onClick={onDone}>
            {texts.cancel}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

interface PartProps {
  form: Pick<ServerForm<Values>, 'getInputProps' | 'values'>
}

const Price = ({ form }: PartProps) => (
  <SimpleGrid cols={{ base: 1, sm: 2 }}>
    <TextInput
      required
      inputMode="decimal"
      autoComplete="off"
      maxLength={20}
      label={texts.amount}
      {...form.getInputProps('price')}
    />
    <NativeSelect
      label={texts.currency}
      data={currencies(form.values.currency)}
      {...form.getInputProps('currency')}
    />
    <NumberInput required min={1} max={12} label={texts.months} {...form.getInputProps('months')} />
    <NumberInput required min={0} max={30} label={texts.trialDays} {...form.getInputProps('trial_days')} />
  </SimpleGrid>
)

const Quotas = ({ form }: PartProps) => (
  <SimpleGrid cols={{ base: 1, sm: 2 }}>
    <NumberInput required min={0} max={50} label={texts.searches} {...form.getInputProps('saved_searches')} />
    <NumberInput
      required
      min={0}
      max={1000}
      label={texts.exports}
      {...form.getInputProps('transaction_exports')}
    />
  </SimpleGrid>
)

const Sale = ({ form }: PartProps) => (
  <>
    <Textarea
      autosize
      minRows={2}
      label={texts.products}
      description={texts.productsHint}
      {...form.getInputProps('store_products')}
    />
    <Switch size="md" label={texts.isOffered} {...form.getInputProps('is_offered', { type: 'checkbox' })} />
  </>
)
