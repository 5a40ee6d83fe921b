import { Button, Group, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { OrderDetail } from '@plaza/client/marketplace'
import { refundOrderMutation } from '@plaza/client/marketplace/queries'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { texts } from '../../../texts/admin/marketplace/orders.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { useServerForm } from '../../../ui/server-form.ts'
import { FormFailure } from '../../../ui/states.tsx'
import { say } from '../../../ui/toasts.tsx'
import classes from '../../details.module.css'
import { AmountInput, leftOf } from './amount.tsx'

const { refund } = texts

/** Gives a buyer money back without a dispute. */
export function Refund({ order }: { order: OrderDetail }) {
  const [isOpen, dialog] = useDisclosure(false)
  return (
    <Group className={classes.actions}>
      <Button variant="default" onClick={dialog.open}>
        {refund.open}
      </Button>
      {isOpen && <RefundForm order={order} onClose={dialog.close} />}
    </Group>
  )
}

function RefundForm({ order, onClose }: { order: OrderDetail; onClose: () => void }) {
  const client = useQueryClient()
  // As it was when the form was opened: what is sent again after a lost answer is the same.
  const [left] = useState(leftOf(order))
  const form = useServerForm({
    initialValues: { amount: left as number | '' },
    mutation: refundOrderMutation(),
    request: ({ amount }, { keyOf }) => {
      // All of it is asked for without a number.
      const body = { order_id: order._id, ...(amount === left ? {} : { amount: Number(amount) }) }
      return { body, headers: { 'Idempotency-Key': keyOf(body) } }
    },
    onSuccess: () => {
      say(refund.done)
      onClose()
      return client.invalidateQueries()
    },
  })
  return (
    <Dialog onClose={onClose} title={refund.open}>
      <form onSubmit={form.submit()}>
        <Stack>
          <Text>{refund.hint}</Text>
          <AmountInput
            required
            currency={order.currency}
            label={refund.amount}
            {...form.getInputProps('amount')}
          />
          <FormFailure message={form.failure} />
          <Button type="submit" loading={form.isSending}>
            {refund.send}
          </Button>
        </Stack>
      </form>
    </Dialog>
  )
}
