import { Button, Stack, TextInput } from '@mantine/core'
import { createPurchaseListingMutation } from '@plaza/client/marketplace/queries'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { texts } from '../../texts/purchase-tool.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { newId } from '../../ui/ids.ts'
import { ofNoun } from '../../ui/queries.ts'
import { useServerForm } from '../../ui/server-form.ts'
import { Failed, FormFailure, Waiting } from '../../ui/states.tsx'
import { useProfile } from '../accounts/profile.ts'
import { PriceInput } from '../price-input.tsx'
import { ConditionInput } from './condition-input.tsx'

/** Writes down something that was bought. */
export function AddPurchase({ onClose }: { onClose: () => void }) {
  const profile = useProfile()
  return (
    <Dialog onClose={onClose} title={texts.add}>
      {profile.isPending && <Waiting />}
      {profile.isError && <Failed error={profile.error} retry={() => profile.refetch()} />}
      {profile.data && (
        <Form personId={profile.data._id} currency={profile.data.currency} onClose={onClose} />
      )}
    </Dialog>
  )
}

function Form({ personId, currency, onClose }: { personId: string; currency: string; onClose: () => void }) {
  const client = useQueryClient()
  // The server takes a repeat with the same id for the same purchase.
  const [searchId] = useState(newId)
  const form = useServerForm({
    initialValues: { title: '', price: '' as number | '', condition: '' },
    mutation: createPurchaseListingMutation({ headers: { 'Idempotency-Key': searchId } }),
    request: ({ price, ...values }) => ({
      body: { user_id: personId, ...values, price: Number(price), product_image: [], search_id: searchId },
    }),
    onSuccess: async () => {
      await client.invalidateQueries(ofNoun('purchase-tool'))
      onClose()
    },
  })
  return (
    <form onSubmit={form.submit()}>
      <Stack>
        <FormFailure message={form.failure} />
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
        <Button type="submit" loading={form.isSending}>
          {texts.add}
        </Button>
      </Stack>
    </form>
  )
}
