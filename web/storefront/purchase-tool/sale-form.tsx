import { Button, Group, Stack, TextInput } from '@mantine/core'
import type { PurchaseListingDetail } from '@plaza/client/marketplace'
import { markPurchaseListingSoldMutation } from '@plaza/client/marketplace/queries'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { texts } from '../../texts/purchase-tool.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { changedFields } from '../../ui/merge.ts'
import { ofNoun } from '../../ui/queries.ts'
import { useServerForm } from '../../ui/server-form.ts'
import { Failed, FormFailure, Waiting } from '../../ui/states.tsx'
import { useWhileShown } from '../../ui/while-shown.ts'
import { PriceInput } from '../price-input.tsx'
import { majorOf, purchaseQuery } from './purchase-data.ts'

/** Writes down what a purchase was sold for, changes that, or takes it back. */
export function Sale({ id, title, onClose }: { id: string; title: string; onClose: () => void }) {
  const purchase = useQuery(purchaseQuery(id))
  return (
    <Dialog onClose={onClose} title={texts.soldTitle(title)}>
      {purchase.isPending && <Waiting />}
      {purchase.isError && !purchase.data && (
        <Failed error={purchase.error} retry={() => purchase.refetch()} />
      )}
      {purchase.data && <Form purchase={purchase.data} onClose={onClose} />}
    </Dialog>
  )
}

/** The day on this device's calendar, as an input of dates writes it. */
const dayOf = (instant: Date) =>
  [instant.getFullYear(), instant.getMonth() + 1, instant.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-')

function valuesOf({ sale, currency }: PurchaseListingDetail) {
  const amount = (minor: number | undefined): number | '' => (minor ? majorOf(minor, currency) : '')
  return {
    sold_price: (sale?.sold_price ?? '') as number | '',
    sold_at: dayOf(sale ? new Date(sale.sold_at) : new Date()),
    fees: amount(sale?.fees_minor),
    shipping_cost: amount(sale?.shipping_cost_minor),
    shipping_paid: amount(sale?.shipping_paid_minor),
    channel: sale?.channel ?? '',
    buyer: sale?.buyer ?? '',
  }
}
type Values = ReturnType<typeof valuesOf>

/** Only the day is asked for. Of today not every time is past. */
const momentOf = (day: string): string =>
  new Date(`${day}T${day === dayOf(new Date()) ? '00' : '12'}:00:00`).toISOString()

const saleOf = (values: Values) => ({
  sold_price: Number(values.sold_price),
  fees: Number(values.fees),
  shipping_cost: Number(values.shipping_cost),
  shipping_paid: Number(values.shipping_paid),
  channel: values.channel,
  buyer: values.buyer,
  sold_at: momentOf(values.sold_at),
})

/** A new sale is of now unless it says another day; of one that is known, what is not changed here stays. */
function requestOf(values: Values, filled: Values, { sale }: PurchaseListingDetail) {
  const said = saleOf(values)
  if (sale)
    return {
      ...Object.fromEntries(changedFields(values, filled).map((name) => [name, said[name]])),
      amend: true,
    }
  const { sold_at: _, ...soldNow } = said
  return values.sold_at === dayOf(new Date()) ? soldNow : said
}

function Form({ purchase, onClose }: { purchase: PurchaseListingDetail; onClose: () => void }) {
  const client = useQueryClient()
  const close = useWhileShown(onClose)
  const { currency } = purchase
  const form = useServerForm({
    initialValues: valuesOf(purchase),
    mutation: markPurchaseListingSoldMutation(),
    request: (values, { base }, how?: 'undo') => ({
      body: {
        listing_id: purchase._id,
        ...(how === 'undo' ? { undo: true } : requestOf(values, base.values, purchase)),
      },
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
        <PriceInput
          required
          data-autofocus
          currency={currency}
          label={texts.fields.soldPrice(currency)}
          {...props('sold_price')}
        />
        <TextInput
          type="date"
          required
          max={dayOf(new Date())}
          label={texts.fields.soldAt}
          {...props('sold_at')}
        />
        <PriceInput currency={currency} label={texts.fields.fees(currency)} {...props('fees')} />
        <Group grow align="flex-end">
          <PriceInput
            currency={currency}
            label={texts.fields.shippingCost(currency)}
            {...props('shipping_cost')}
          />
          <PriceInput
            currency={currency}
            label={texts.fields.shippingPaid(currency)}
            {...props('shipping_paid')}
          />
        </Group>
        <TextInput maxLength={60} dir="auto" label={texts.fields.channel} {...props('channel')} />
        <TextInput maxLength={120} dir="auto" label={texts.fields.buyer} {...props('buyer')} />
        <FormFailure message={form.failure} />
        <Button type="submit" loading={form.isSending}>
          {texts.save}
        </Button>
        {purchase.sale && (
          <Button variant="default" disabled={form.isSending} onClick={form.submit('undo')}>
            {texts.undoSale}
          </Button>
        )}
      </Stack>
    </form>
  )
}
