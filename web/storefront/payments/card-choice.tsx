import { NativeSelect, Text } from '@mantine/core'
import { getPaymentMethodsOptions } from '@plaza/client/marketplace/queries'
import { useQuery } from '@tanstack/react-query'
import { texts } from '../../texts/payments.ts'
import { TextLink } from '../../ui/links.tsx'
import { Failed, Waiting } from '../../ui/states.tsx'
import { cardName } from './card-name.ts'

/** Which of the saved cards pays; the default is meant where none is chosen. */
export function CardChoice({ input }: { input: object }) {
  const cards = useQuery(getPaymentMethodsOptions())
  if (cards.isPending) return <Waiting />
  if (!cards.data) return <Failed error={cards.error} retry={() => cards.refetch()} />
  if (cards.data.data.length === 0)
    return (
      <Text>
        {texts.noCard}{' '}
        <TextLink to="/wallet/cards" py="sm" display="inline-block">
          {texts.saveOne}
        </TextLink>
      </Text>
    )
  return (
    <NativeSelect
      label={texts.card}
      data={cards.data.data.map((card) => ({
        value: card.is_default ? '' : card._id,
        label: cardName(card),
      }))}
      {...input}
    />
  )
}
