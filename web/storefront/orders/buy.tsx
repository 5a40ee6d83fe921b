import { Button, NativeSelect, NumberInput, Stack, Text, TextInput } from '@mantine/core'
import type { OrderQuote } from '@plaza/client/marketplace'
import { getOrderQuoteOptions, purchaseItemMutation } from '@plaza/client/marketplace/queries'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { texts } from '../../texts/orders.ts'
import { money } from '../../ui/formats.ts'
import { TextLink } from '../../ui/links.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { useServerForm } from '../../ui/server-form.ts'
import { Failed, FormFailure, Waiting } from '../../ui/states.tsx'
import { useWhileShown } from '../../ui/while-shown.ts'
import { CardChoice } from '../payments/card-choice.tsx'
import { Facts } from './facts.tsx'
import classes from './orders.module.css'

/** What a listing costs, and how it is paid for. */
export function Buy() {
  const { listingId } = useParams({ from: '/signed-in/listing/$listingId/buy' })
  const { offer } = useSearch({ from: '/signed-in/listing/$listingId/buy' })
  const [quantity, setQuantity] = useState(1)
  const quote = useQuery({
    ...getOrderQuoteOptions({
      query: { post_id: listingId, ...(offer ? { offer_id: offer } : { quantity }) },
    }),
    placeholderData: keepPreviousData,
  })
  // What was typed stays when there is no quote of the quantity, and another one can be chosen.
  const [known, setKnown] = useState<OrderQuote>()
  const now = quote.data?.data
  if (now && now !== known) setKnown(now)
  const shown = now ?? known
  return (
    <div className={classes.page}>
      <TextLink to="/listing/$listingId" params={{ listingId }} py="sm" display="inline-block">
        {texts.toListing}
      </TextLink>
      {quote.isPending && <Waiting />}
      {quote.isError && <Failed error={quote.error} retry={() => quote.refetch()} />}
      {shown && (
        <Checkout
          quote={shown}
          isCurrent={now !== undefined && !quote.isPlaceholderData}
          offerId={offer}
          chosen={quantity}
          onQuantity={setQuantity}
        />
      )}
    </div>
  )
}

const empty = { name: '', street: '', zip_code: '', city: '', country: '' }
const addressFields = ['name', 'street', 'zip_code', 'city', 'country'] as const

interface CheckoutProps {
  quote: OrderQuote
  /** The quote is of the quantity that is chosen. */
  isCurrent: boolean
  /** What was agreed on, which says how many. */
  offerId: string | undefined
  chosen: number
  onQuantity: (quantity: number) => void
}

function Checkout({ quote, isCurrent, offerId, chosen, onQuantity }: CheckoutProps) {
  const { post_id, quantity, price, currency } = quote
  const [navigate, client] = [useNavigate(), useQueryClient()]
  const goTo = useWhileShown((orderId: string) => navigate({ to: '/orders/$orderId', params: { orderId } }))
  const amount = (value: number) => money(value, currency)
  const form = useServerForm({
    initialValues: {
      delivery: quote.deliveries[0] ?? 'ship',
      source: (quote.wallet_available >= quote.total ? 'wallet' : 'card') as
        | 'wallet'
        | 'card'
        | 'wallet_and_card',
      card: '',
      ...empty,
    },
    mutation: purchaseItemMutation(),
    request: ({ delivery, source, card, ...address }, { keyOf }) => {
      const body = {
        ...{ post_id, quantity, delivery, source, expected_price: price },
        ...(offerId ? { offer_id: offerId } : {}),
        ...(card === '' || source === 'wallet' ? {} : { payment_method_id: card }),
        ...(delivery === 'ship' ? { address } : {}),
      }
      return { body, headers: { 'Idempotency-Key': keyOf(body) } }
    },
    names: Object.fromEntries(addressFields.map((field) => [`address.${field}`, field])),
    onSuccess: async ({ data }) => {
      // There first: asked for anew, what was bought just now would have no price any more.
      await goTo(data._id)
      await client.invalidateQueries()
    },
  })
  const props = form.getInputProps
  const { delivery, source } = form.getValues()
  return (
    <form onSubmit={form.submit()}>
      <PageTitle>{texts.buyTitle(quote.title)}</PageTitle>
      <Stack mt="md">
        {quote.left > 1 && !offerId && (
          <NumberInput
            label={texts.quantity}
            min={1}
            max={quote.left}
            value={chosen}
            onChange={(next) => onQuantity(Math.min(quote.left, Math.max(1, Number(next) || 1)))}
          />
        )}
        <NativeSelect
          label={texts.delivery}
          data={quote.deliveries.map((value) => ({ value, label: texts.deliveries[value] }))}
          {...props('delivery')}
        />
        {delivery === 'ship' &&
          addressFields.map((field) => (
            <TextInput
              key={field}
              required
              dir="auto"
              maxLength={field === 'country' ? 2 : undefined}
              label={texts.address[field]}
              {...props(field)}
            />
          ))}
        <NativeSelect
          label={texts.source}
          data={[
            { value: 'wallet', label: texts.sources.wallet(amount(quote.wallet_available)) },
            { value: 'card', label: texts.sources.card },
            { value: 'wallet_and_card', label: texts.sources.wallet_and_card },
          ]}
          {...props('source')}
        />
        {source !== 'wallet' && <CardChoice input={props('card')} />}
        <Facts
          facts={[
            [texts.price, amount(quote.price)],
            [texts.paid, amount(quote.total)],
            [texts.fee, amount(quote.fee)],
            [texts.sellerReceives, amount(quote.seller_receives)],
          ]}
        />
        <Text c="var(--ink-soft)">{texts.held}</Text>
        {quote.mode === 'test' && <Text c="var(--ink-soft)">{texts.test}</Text>}
        <FormFailure message={form.failure} />
        <Button type="submit" size="lg" disabled={!isCurrent} loading={form.isSending}>
          {texts.pay(amount(quote.total))}
        </Button>
      </Stack>
    </form>
  )
}
