import { Button, Group } from '@mantine/core'
import type { OrderDetail } from '@plaza/client/marketplace'
import { cancelOrderMutation, confirmReceivedMutation } from '@plaza/client/marketplace/queries'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { texts } from '../../texts/orders.ts'
import { Confirmation } from '../../ui/confirmation.tsx'
import { newId } from '../../ui/ids.ts'
import { type ActionProps, useAfterwards } from './afterwards.ts'
import { DisputeForm, HandoverForm, RefundForm, ShipForm, StatementForm } from './forms.tsx'

type Action = OrderDetail['actions'][number]

/** By what each action is done; who decides a dispute does that in the console. */
const dialogs = {
  cancel: Cancel,
  confirm_received: Confirm,
  confirm_pickup: HandoverForm,
  ship: ShipForm,
  dispute: DisputeForm,
  state: StatementForm,
  refund: RefundForm,
} satisfies Partial<Record<Action, (props: ActionProps) => ReactNode>>

type Offered = keyof typeof dialogs
const isOffered = (action: Action): action is Offered => action in dialogs

/** What the person can do about an order now. */
export function Actions({ order }: { order: OrderDetail }) {
  const [open, setOpen] = useState<Offered | null>(null)
  const Dialog = open && dialogs[open]
  return (
    <>
      <Group my="md">
        {order.actions.filter(isOffered).map((action) => (
          <Button
            key={action}
            variant={quiet.includes(action) ? 'default' : 'filled'}
            onClick={() => setOpen(action)}
          >
            {texts.actions[action]}
          </Button>
        ))}
      </Group>
      {Dialog && <Dialog order={order} onClose={() => setOpen(null)} />}
    </>
  )
}

const quiet: readonly Offered[] = ['cancel', 'dispute', 'refund']

function Cancel({ order, onClose }: ActionProps) {
  const onSuccess = useAfterwards(onClose)
  const [key] = useState(newId)
  const cancel = useMutation({ ...cancelOrderMutation(), onSuccess })
  const mutate = () => cancel.mutate({ body: { order_id: order._id }, headers: { 'Idempotency-Key': key } })
  return (
    <Confirmation
      isGrave
      title={texts.actions.cancel}
      hint={texts.actions.cancelHint}
      action={texts.actions.cancel}
      change={{ mutate, isPending: cancel.isPending, error: cancel.error }}
      onClose={onClose}
    />
  )
}

function Confirm({ order, onClose }: ActionProps) {
  const onSuccess = useAfterwards(onClose)
  const [key] = useState(newId)
  const confirm = useMutation({ ...confirmReceivedMutation(), onSuccess })
  const mutate = () => confirm.mutate({ body: { order_id: order._id }, headers: { 'Idempotency-Key': key } })
  return (
    <Confirmation
      title={texts.actions.confirm_received}
      hint={texts.actions.confirmHint}
      action={texts.actions.confirm_received}
      change={{ mutate, isPending: confirm.isPending, error: confirm.error }}
      onClose={onClose}
    />
  )
}
