import { Button, Modal, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { createPurchaseListing } from '@plaza/client/marketplace'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { texts } from '../../texts/purchases.ts'
import { texts as shared } from '../../texts/ui.ts'
import { ask } from '../../ui/failure.ts'
import { showFailure } from '../../ui/forms.ts'
import { newId } from '../../ui/ids.ts'
import { Failed, FormFailure, Waiting } from '../../ui/states.tsx'
import { profileQuery } from '../accounts/profile.ts'
import { PriceInput } from '../price-input.tsx'
import { ConditionInput } from './condition-input.tsx'

/** Writes down something that was bought. */
export function AddPurchase({ onClose }: { onClose: () => void }) {
  const profile = useQuery(profileQuery)
  return (
    <Modal opened onClose={onClose} title={texts.add} closeButtonProps={{ 'aria-label': shared.close }}>
      {profile.isPending && <Waiting />}
      {profile.isError && <Failed error={profile.error} retry={() => profile.refetch()} />}
      {profile.data && (
        <Form personId={profile.data._id} currency={profile.data.currency} onClose={onClose} />
      )}
    </Modal>
  )
}

function Form({ personId, currency, onClose }: { personId: string; currency: string; onClose: () => void }) {
  const client = useQueryClient()
  const [failure, setFailure] = useState<string>()
  // The server takes a repeat with the same id for the same purchase.
  const [searchId] = useState(newId)
  const form = useForm({ initialValues: { title: '', price: '' as number | '', condition: '' } })
  const add = useMutation({
    mutationFn: ({ title, price, condition }: typeof form.values) =>
      ask(
        createPurchaseListing({
          body: {
            user_id: personId,
            title,
            price: Number(price),
            condition,
            product_image: [],
            search_id: searchId,
          },
          headers: { 'Idempotency-Key': searchId },
        }),
      ),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['purchases'] })
      onClose()
    },
    onError: (error) => setFailure(showFailure(form, error)),
  })
  return (
    <form
      onSubmit={form.onSubmit((values) => {
        setFailure(undefined)
        add.mutate(values)
      })}
    >
      <Stack>
        <FormFailure message={failure} />
        <TextInput
          required
          maxLength={200}
          dir="auto"
          data-autofocus
          label={texts.fields.title}
          {...form.getInputProps('title')}
        />
        <PriceInput
          required
          currency={currency}
          label={texts.fields.price(currency)}
          {...form.getInputProps('price')}
        />
        <ConditionInput {...form.getInputProps('condition')} />
        <Button type="submit" loading={add.isPending}>
          {texts.add}
        </Button>
      </Stack>
    </form>
  )
}
