import { Button, Radio, Stack, Text, Textarea, Title } from '@mantine/core'
import type { OrderDetail } from '@plaza/client/marketplace'
import { adminDecideDisputeMutation } from '@plaza/client/marketplace/queries'
import { useQueryClient } from '@tanstack/react-query'
import { texts } from '../../../texts/admin/marketplace/orders.ts'
import { decimalsOf, money } from '../../../ui/formats.ts'
import { useServerForm } from '../../../ui/server-form.ts'
import { FormFailure } from '../../../ui/states.tsx'
import { say } from '../../../ui/toasts.tsx'
import { AmountInput, leftOf } from './amount.tsx'

const { decide } = texts
const outcomes = ['buyer', 'part', 'seller'] as const
type Outcome = (typeof outcomes)[number]

/** Who gets the money of a dispute, and why. */
export function DecideForm({ order }: { order: OrderDetail }) {
  const client = useQueryClient()
  const { currency } = order
  const left = leftOf(order)
  const amount = (value: number) => money(value, currency)
  const refundOf = (outcome: Outcome, part: number | '') =>
    ({ buyer: left, part: Number(part), seller: 0 })[outcome]
  const form = useServerForm({
    initialValues: { outcome: '' as Outcome | '', part: '' as number | '', message: '' },
    validate: {
      part: (part, { outcome }) =>
        outcome === 'part' && !(Number(part) > 0 && Number(part) < left)
          ? decide.between(amount(left))
          : null,
    },
    mutation: adminDecideDisputeMutation(),
    request: ({ outcome, part, message }, { keyOf }) => {
      const body = { order_id: order._id, refund: refundOf(outcome || 'seller', part), message }
      return { body, headers: { 'Idempotency-Key': keyOf(body) } }
    },
    names: { refund: 'part' },
    onSuccess: () => {
      say(decide.done)
      return client.invalidateQueries()
    },
  })
  const { outcome, part } = form.values
  const rest =
    (left * 10 ** decimalsOf(currency) - Number(part) * 10 ** decimalsOf(currency)) /
    10 ** decimalsOf(currency)
  return (
    <form onSubmit={form.submit()} aria-label={decide.title}>
      <Title order={2} size="h4" mb={4}>
        {decide.title}
      </Title>
      <Stack gap="sm">
        <Radio.Group required label={decide.who} {...form.getInputProps('outcome')}>
          {outcomes.map((one) => (
            <Radio
              key={one}
              required
              name="outcome"
              value={one}
              label={
                { buyer: decide.buyer(amount(left)), part: decide.part, seller: decide.seller(amount(left)) }[
                  one
                ]
              }
            />
          ))}
        </Radio.Group>
        {outcome === 'part' && (
          <AmountInput
            required
            currency={currency}
            label={decide.amount}
            description={rest > 0 && rest < left ? decide.rest(amount(rest)) : undefined}
            {...form.getInputProps('part')}
          />
        )}
        <Textarea
          required
          autosize
          minRows={3}
          minLength={10}
          maxLength={2000}
          label={decide.reason}
          description={decide.reasonHint}
          {...form.getInputProps('message')}
        />
        <Text c="var(--ink-soft)" size="sm">
          {decide.final}
        </Text>
        <FormFailure message={form.failure} />
        <Button type="submit" loading={form.isSending}>
          {decide.send}
        </Button>
      </Stack>
    </form>
  )
}
