import { Button, NativeSelect, Text } from '@mantine/core'
import {
  getPaymentMethodsOptions,
  getPaymentMethodsQueryKey,
  getTestPaymentIdOptions,
  savePaymentMethodMutation,
} from '@plaza/client/marketplace/queries'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { texts as payments } from '../../texts/payments.ts'
import { texts } from '../../texts/subscriptions.ts'
import { newId } from '../../ui/ids.ts'
import { TextLink } from '../../ui/links.tsx'
import { dataOf } from '../../ui/queries.ts'
import { Failed, FormFailure, messageOf, Waiting } from '../../ui/states.tsx'

interface CardFieldProps {
  input: object
  onKnown: (hasCard: boolean) => void
}

/** One of the person's cards; the default one is meant where none is chosen. */
export function CardField({ input, onKnown }: CardFieldProps) {
  const cards = useQuery({ ...getPaymentMethodsOptions(), select: dataOf })
  const testCard = useQuery({ ...getTestPaymentIdOptions(), retry: false, select: dataOf })
  const hasCard = Boolean(cards.data && cards.data.length > 0)
  useEffect(() => onKnown(hasCard), [hasCard, onKnown])
  if (cards.isPending) return <Waiting />
  if (!cards.data) return <Failed error={cards.error} retry={() => cards.refetch()} />
  return (
    <>
      {hasCard ? (
        <NativeSelect
          label={texts.card}
          data={cards.data.map(({ _id, brand, last4, is_default: isDefault }) => ({
            value: isDefault ? '' : _id,
            label: texts.cardOf(brand, last4),
          }))}
          {...input}
        />
      ) : (
        <Text>
          {texts.noCard}{' '}
          <TextLink to="/wallet/cards" py="sm" display="inline-block">
            {payments.saveOne}
          </TextLink>
        </Text>
      )}
      {testCard.data && <Text c="var(--ink-soft)">{texts.test}</Text>}
      {testCard.data && !hasCard && <TestCard id={testCard.data.payment_method_id} />}
    </>
  )
}

/** Saves the card that one tries things out with. */
function TestCard({ id }: { id: string }) {
  const client = useQueryClient()
  const [key] = useState(newId)
  const save = useMutation({
    ...savePaymentMethodMutation(),
    onSuccess: () => client.invalidateQueries({ queryKey: getPaymentMethodsQueryKey() }),
  })
  const body = { payment_method_id: id, make_default: true }
  return (
    <>
      <FormFailure message={save.error ? messageOf(save.error) : undefined} />
      <Button
        variant="default"
        loading={save.isPending}
        onClick={() => save.mutate({ body, headers: { 'Idempotency-Key': key } })}
      >
        {texts.testCard}
      </Button>
    </>
  )
}
