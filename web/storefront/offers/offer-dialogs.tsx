import { Button, NumberInput, Stack, Text, Textarea } from '@mantine/core'
import type { OfferShown, Post } from '@plaza/client/marketplace'
import { counterOfferMutation, makeOfferMutation } from '@plaza/client/marketplace/queries'
import { useNavigate } from '@tanstack/react-router'
import { texts } from '../../texts/offers.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { type ServerForm, useServerForm } from '../../ui/server-form.ts'
import { FormFailure } from '../../ui/states.tsx'
import { useWhileShown } from '../../ui/while-shown.ts'
import { PriceInput } from '../price-input.tsx'
import { useAnew } from './use-anew.ts'

interface Values {
  price: number | ''
  quantity: number
  note: string
}

const empty: Values = { price: '', quantity: 1, note: '' }

interface ProposalProps {
  title: string
  hint: string
  currency: string
  /** How many there may be. */
  most: number
  form: ServerForm<Values>
  onClose: () => void
}

const Proposal = ({ title, hint, currency, most, form, onClose }: ProposalProps) => (
  <Dialog onClose={onClose} title={title}>
    <form onSubmit={form.submit()}>
      <Stack>
        <Text>{hint}</Text>
        <PriceInput
          required
          data-autofocus
          currency={currency}
          label={most > 1 ? texts.eachPrice : texts.price}
          {...form.getInputProps('price')}
        />
        {most > 1 && (
          <NumberInput label={texts.quantity} min={1} max={most} {...form.getInputProps('quantity')} />
        )}
        <Textarea
          label={texts.note}
          maxLength={500}
          autosize
          minRows={2}
          dir="auto"
          {...form.getInputProps('note')}
        />
        <FormFailure message={form.failure} />
        <Button type="submit" loading={form.isSending}>
          {texts.send}
        </Button>
      </Stack>
    </form>
  </Dialog>
)

const proposed = ({ price, quantity, note }: Values) => ({
  ...{ price: Number(price), quantity: Number(quantity) || 1 },
  ...(note.trim() ? { note: note.trim() } : {}),
})

export function OfferDialog({ post, onClose }: { post: Post; onClose: () => void }) {
  const [navigate, anew] = [useNavigate(), useAnew()]
  const goTo = useWhileShown((roomId: string) => navigate({ to: '/chats/$roomId', params: { roomId } }))
  const form = useServerForm({
    initialValues: empty,
    mutation: makeOfferMutation(),
    request: (values: Values, { keyOf }) => {
      const body = { post_id: post._id, ...proposed(values) }
      return { body, headers: { 'Idempotency-Key': keyOf(body) } }
    },
    onSuccess: async ({ data }) => {
      await goTo(data.chatroom_id)
      await anew()
    },
  })
  return (
    <Proposal
      title={texts.make}
      hint={texts.makeHint}
      currency={post.currency}
      most={post.quantity - post.quantity_sold}
      form={form}
      onClose={onClose}
    />
  )
}

export function CounterDialog({ offer, onClose }: { offer: OfferShown; onClose: () => void }) {
  const anew = useAnew()
  const close = useWhileShown(onClose)
  const form = useServerForm({
    initialValues: { ...empty, quantity: offer.quantity },
    mutation: counterOfferMutation(),
    request: (values: Values, { keyOf }) => {
      const body = proposed(values)
      return {
        body,
        path: { offer_id: offer._id },
        headers: { 'Idempotency-Key': keyOf([body, offer._id]) },
      }
    },
    onSuccess: async () => {
      await anew()
      close()
    },
    onRefused: () => void anew(),
  })
  return (
    <Proposal
      title={texts.counter}
      hint={texts.counterHint}
      currency={offer.currency}
      most={offer.quantity}
      form={form}
      onClose={onClose}
    />
  )
}
