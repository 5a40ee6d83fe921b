import { Button, Stack, Text, Textarea, TextInput } from '@mantine/core'
import type { PurchaseListingDetail } from '@plaza/client/marketplace'
import { editPurchaseListingMutation } from '@plaza/client/marketplace/queries'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { texts } from '../../texts/purchase-tool.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { changedFields } from '../../ui/merge.ts'
import { ofNoun } from '../../ui/queries.ts'
import { useServerForm } from '../../ui/server-form.ts'
import { Failed, FormFailure, Waiting } from '../../ui/states.tsx'
import { useWhileShown } from '../../ui/while-shown.ts'
import { PriceInput } from '../price-input.tsx'
import { ConditionInput } from './condition-input.tsx'
import { Costs, type CostValues } from './costs.tsx'
import { purchaseQuery } from './purchase-data.ts'

/** Changes a purchase; once it is sold, only its costs and notes. */
export function EditPurchase({ id, onClose }: { id: string; onClose: () => void }) {
  const purchase = useQuery(purchaseQuery(id))
  return (
    <Dialog onClose={onClose} title={texts.editTitle}>
      {purchase.isPending && <Waiting />}
      {purchase.isError && !purchase.data && (
        <Failed error={purchase.error} retry={() => purchase.refetch()} />
      )}
      {purchase.data && <Form purchase={purchase.data} onClose={onClose} />}
    </Dialog>
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

const baseOf = (purchase: PurchaseListingDetail) => ({
  values: valuesOf(purchase),
  version: purchase.__v,
})

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
  const close = useWhileShown(onClose)
  const { currency, isSold } = purchase
  const form = useServerForm({
    initialValues: valuesOf(purchase),
    base: baseOf(purchase),
    reload: async () => baseOf((await client.fetchQuery(purchaseQuery(purchase._id))).data),
    mutation: editPurchaseListingMutation(),
    request: (values, { base }) => ({
      path: { id: purchase._id },
      headers: { 'If-Match': String(base.version) },
      body: changeOf(values, base.values),
    }),
    onSuccess: async () => {
      await client.invalidateQueries(ofNoun('purchase-tool'))
      close()
    },
  })
  const props = form.getInputProps
  return (
    <form onSubmit={form.submit()}>
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
        <FormFailure message={form.isRebased ? texts.changedElsewhere : form.failure} />
        <Button type="submit" loading={form.isSending}>
          {texts.save}
        </Button>
      </Stack>
    </form>
  )
}
