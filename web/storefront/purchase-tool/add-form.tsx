import { Button, Modal, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { createPurchaseListingMutation } from '@plaza/client/marketplace/queries'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { texts } from '../../texts/purchase-tool.ts'
import { texts as shared } from '../../texts/ui.ts'
import { showFailure } from '../../ui/forms.ts'
import { newId } from '../../ui/ids.ts'
import { ofNoun } from '../../ui/queries.ts'
import { Failed, FormFailure, Waiting } from '../../ui/states.tsx'
import { PriceInput } from '../price-input.tsx'
import { useProfile } from '../users/profile.ts'
import { ConditionInput } from './condition-input.tsx'

/** Writes down something that was bought. */
export function AddPurchase({ onClose }: { onClose: () => void }) {
  const profile = useProfile()
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
    ...createPurchaseListingMutation({ headers: { 'Idempotency-Key': searchId } }),
    onSuccess: async () => {
      await client.invalidateQueries(ofNoun('purchase-tool'))
      onClose()
    },
    onError: (error) => setFailure(showFailure(form, error)),
  })
  return (
    <form
      onSubmit={form.onSubmit((values) => {
        setFailure(undefined)
        const { title, price, condition } = values
        add.mutate({
          body: {
            user_id: personId,
            title,
            price: Number(price),
            condition,
            product_image: [],
            search_id: searchId,
          },
        })
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
