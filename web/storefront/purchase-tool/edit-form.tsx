import { Button, Modal, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { PurchaseListingDetail } from '@plaza/client/marketplace'
import { editPurchaseListingMutation } from '@plaza/client/marketplace/queries'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { texts } from '../../texts/purchase-tool.ts'
import { texts as shared } from '../../texts/ui.ts'
import { Failure } from '../../ui/failure.ts'
import { showFailure } from '../../ui/forms.ts'
import { changedFields, rebase } from '../../ui/merge.ts'
import { ofNoun } from '../../ui/queries.ts'
import { Failed, FormFailure, Waiting } from '../../ui/states.tsx'
import { PriceInput } from '../price-input.tsx'
import { ConditionInput } from './condition-input.tsx'
import { Costs, type CostValues } from './costs.tsx'
import { purchaseQuery } from './purchase-data.ts'

/** Changes a purchase; once it is sold, only its costs and notes. */
export function EditPurchase({ id, onClose }: { id: string; onClose: () => void }) {
  const purchase = useQuery(purchaseQuery(id))
  return (
    <Modal opened onClose={onClose} title={texts.editTitle} closeButtonProps={{ 'aria-label': shared.close }}>
      {purchase.isPending && <Waiting />}
      {purchase.isError && !purchase.data && (
        <Failed error={purchase.error} retry={() => purchase.refetch()} />
      )}
      {purchase.data && <Form purchase={purchase.data} onClose={onClose} />}
    </Modal>
  )
}

const valuesOf = ({ title, price, condition, notes, location_bin, costs }: PurchaseListingDetail) => ({
  title,
  price: price as number | '',
  condition,
  notes,
  location_bin,
  costs: costs.map(({ kind, amount, note }): CostValues => ({ kind, amount, note })),
})
type Values = ReturnType<typeof valuesOf>

/** What differs from what the form was filled with; the server keeps the rest as it is. */
function changeOf(values: Values, known: Values) {
  const { price, costs, ...others } = values
  const body = {
    ...others,
    price: Number(price),
    costs: costs.map((cost) => ({ ...cost, amount: Number(cost.amount) })),
  }
  const changed = changedFields(values, known)
  return Object.fromEntries(changed.map((name) => [name, body[name]]))
}

function Form({ purchase, onClose }: { purchase: PurchaseListingDetail; onClose: () => void }) {
  const client = useQueryClient()
  const [failure, setFailure] = useState<string>()
  const [known, setKnown] = useState({ values: valuesOf(purchase), version: purchase.__v })
  const form = useForm({ initialValues: known.values })
  const { currency, isSold } = purchase
  const save = useMutation({
    ...editPurchaseListingMutation(),
    onSuccess: async () => {
      await client.invalidateQueries(ofNoun('purchase-tool'))
      onClose()
    },
    onError: async (error) => {
      setFailure(showFailure(form, error))
      if (!(error instanceof Failure) || error.code !== 'VERSION_CONFLICT') return
      const { data: now } = await client.fetchQuery(purchaseQuery(purchase._id))
      form.setValues(rebase(form.getValues(), known.values, valuesOf(now)))
      setKnown({ values: valuesOf(now), version: now.__v })
      setFailure(texts.changedElsewhere)
    },
  })
  const props = form.getInputProps
  return (
    <form
      onSubmit={form.onSubmit((values) => {
        setFailure(undefined)
        save.mutate({
          path: { id: purchase._id },
          headers: { 'If-Match': String(known.version) },
          body: changeOf(values, known.values),
        })
      })}
    >
      <Stack>
        {isSold && <Text c="var(--ink-soft)">{texts.afterSale}</Text>}
        <TextInput
          required
          maxLength={200}
          dir="auto"
          disabled={isSold}
          label={texts.fields.title}
          {...props('title')}
        />
        <PriceInput
          required
          disabled={isSold}
          currency={currency}
          label={texts.fields.price(currency)}
          {...props('price')}
        />
        <ConditionInput disabled={isSold} {...props('condition')} />
        <TextInput
          maxLength={60}
          dir="auto"
          disabled={isSold}
          label={texts.fields.place}
          {...props('location_bin')}
        />
        <Costs currency={currency} {...props('costs')} />
        <Textarea
          autosize
          minRows={2}
          maxRows={8}
          maxLength={2000}
          dir="auto"
          label={texts.fields.notes}
          {...props('notes')}
        />
        <FormFailure message={failure} />
        <Button type="submit" loading={save.isPending}>
          {texts.save}
        </Button>
      </Stack>
    </form>
  )
}
