import { Button, Stack, TextInput } from '@mantine/core'
import {
  type CreatePurchaseListingData,
  createPurchaseListing,
  editPurchaseListing,
} from '@plaza/client/marketplace'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { texts } from '../../texts/purchase-tool.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { newId } from '../../ui/ids.ts'
import { ofNoun } from '../../ui/queries.ts'
import { useServerForm } from '../../ui/server-form.ts'
import { Failed, FormFailure, Waiting } from '../../ui/states.tsx'
import { useWhileShown } from '../../ui/while-shown.ts'
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

interface Purchase {
  body: CreatePurchaseListingData['body']
  key: string
  /** Something else was sent before, which may have been written down although its answer was lost. */
  isCorrected: boolean
}

async function record({ body, key, isCorrected }: Purchase): Promise<void> {
  const headers = { 'Idempotency-Key': key }
  const { response } = await createPurchaseListing({ body, headers, throwOnError: true })
  const id = response.headers.get('X-Listing-Id')
  if (!isCorrected || id === null) return
  const { title, price, condition } = body
  await editPurchaseListing({ path: { id }, body: { title, price, condition }, throwOnError: true })
}

function Form({ personId, currency, onClose }: { personId: string; currency: string; onClose: () => void }) {
  const client = useQueryClient()
  const close = useWhileShown(onClose)
  // The server takes a repeat with the same id for the same purchase, and keeps what was said of it first.
  const [searchId] = useState(newId)
  const sent = useRef(new Set<string>())
  const form = useServerForm({
    initialValues: { title: '', price: '' as number | '', condition: '' },
    mutation: { mutationFn: record },
    request: ({ price, ...values }, { keyOf }) => {
      const said = { ...values, price: Number(price) }
      const body = { user_id: personId, ...said, product_image: [], search_id: searchId }
      const key = keyOf(body)
      sent.current.add(key)
      return { body, key, isCorrected: sent.current.size > 1 }
    },
    onSuccess: async () => {
      await client.invalidateQueries(ofNoun('purchase-tool'))
      close()
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
