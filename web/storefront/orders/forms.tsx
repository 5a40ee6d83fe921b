import { Button, NativeSelect, Stack, Text, Textarea, TextInput } from '@mantine/core'
import {
  addDisputeStatementMutation,
  confirmReceivedMutation,
  disputeOrderMutation,
  refundOrderMutation,
  shipOrderMutation,
} from '@plaza/client/marketplace/queries'
import { type ReactNode, type SyntheticEvent, useState } from 'react'
import { texts } from '../../texts/orders.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { useServerForm } from '../../ui/server-form.ts'
import { FormFailure } from '../../ui/states.tsx'
import { useIsUploading } from '../../ui/uploading.ts'
import { PriceInput } from '../price-input.tsx'
import { PrivatePictures } from '../private-pictures.tsx'
import { type ActionProps, useAfterwards } from './afterwards.ts'

interface FormDialogProps {
  title: string
  form: { failure?: string | undefined; isSending: boolean }
  onSubmit: (event?: SyntheticEvent) => void
  onClose: () => void
  children: ReactNode
}

function FormDialog({ title, form, onSubmit, onClose, children }: FormDialogProps) {
  const isUploading = useIsUploading()
  return (
    <Dialog onClose={onClose} title={title}>
      <form onSubmit={onSubmit}>
        <Stack>
          {children}
          <FormFailure message={form.failure} />
          <Button type="submit" loading={form.isSending} disabled={isUploading}>
            {texts.actions.send}
          </Button>
        </Stack>
      </form>
    </Dialog>
  )
}

export function ShipForm({ order, onClose }: ActionProps) {
  const form = useServerForm({
    initialValues: { carrier: '', tracking_code: '' },
    mutation: shipOrderMutation(),
    request: ({ carrier, tracking_code }) => ({
      body: {
        order_id: order._id,
        ...(carrier.trim() ? { carrier } : {}),
        ...(tracking_code.trim() ? { tracking_code } : {}),
      },
    }),
    onSuccess: useAfterwards(onClose),
  })
  return (
    <FormDialog title={texts.actions.ship} form={form} onSubmit={form.submit()} onClose={onClose}>
      <TextInput label={texts.actions.carrier} maxLength={60} {...form.getInputProps('carrier')} />
      <TextInput label={texts.actions.tracking} maxLength={60} {...form.getInputProps('tracking_code')} />
    </FormDialog>
  )
}

export function HandoverForm({ order, onClose }: ActionProps) {
  const form = useServerForm({
    initialValues: { code: '' },
    mutation: confirmReceivedMutation(),
    request: ({ code }, { keyOf }) => {
      const body = { order_id: order._id, code }
      return { body, headers: { 'Idempotency-Key': keyOf(body) } }
    },
    onSuccess: useAfterwards(onClose),
  })
  return (
    <FormDialog title={texts.actions.confirm_pickup} form={form} onSubmit={form.submit()} onClose={onClose}>
      <TextInput
        required
        inputMode="numeric"
        maxLength={6}
        label={texts.actions.code}
        {...form.getInputProps('code')}
      />
    </FormDialog>
  )
}

export function RefundForm({ order, onClose }: ActionProps) {
  // As it was when the form was opened: what is sent again after a lost answer is the same.
  const [left] = useState(order.total - order.refunded)
  const form = useServerForm({
    initialValues: { amount: left as number | '' },
    mutation: refundOrderMutation(),
    request: ({ amount }, { keyOf }) => {
      // All of it is asked for without a number.
      const body = { order_id: order._id, ...(amount === left ? {} : { amount: Number(amount) }) }
      return { body, headers: { 'Idempotency-Key': keyOf(body) } }
    },
    onSuccess: useAfterwards(onClose),
  })
  return (
    <FormDialog title={texts.actions.refund} form={form} onSubmit={form.submit()} onClose={onClose}>
      <Text>{texts.actions.refundHint}</Text>
      <PriceInput
        required
        currency={order.currency}
        label={texts.actions.amount}
        {...form.getInputProps('amount')}
      />
    </FormDialog>
  )
}

type Reason = keyof typeof texts.reasons

/** Says that something is wrong with what the person bought. */
export function DisputeForm({ order, onClose }: ActionProps) {
  const left = order.total - order.refunded
  const form = useServerForm({
    initialValues: {
      reason: 'not_as_described' as Reason,
      wanted: left as number | '',
      text: '',
      evidence: [] as string[],
    },
    mutation: disputeOrderMutation(),
    request: ({ wanted, ...said }, { keyOf }) => {
      const body = { order_id: order._id, ...said, ...(wanted === left ? {} : { wanted: Number(wanted) }) }
      return { body, headers: { 'Idempotency-Key': keyOf(body) } }
    },
    onSuccess: useAfterwards(onClose),
  })
  return (
    <FormDialog title={texts.actions.dispute} form={form} onSubmit={form.submit()} onClose={onClose}>
      <NativeSelect
        label={texts.actions.reason}
        data={Object.entries(texts.reasons).map(([value, label]) => ({ value, label }))}
        {...form.getInputProps('reason')}
      />
      <PriceInput
        required
        currency={order.currency}
        label={texts.actions.wanted}
        {...form.getInputProps('wanted')}
      />
      <Said
        input={form.getInputProps('text')}
        evidence={form.getValues().evidence}
        onEvidence={(ids) => form.setFieldValue('evidence', ids)}
      />
    </FormDialog>
  )
}

/** Adds to a dispute that is open. */
export function StatementForm({ order, onClose }: ActionProps) {
  const form = useServerForm({
    initialValues: { text: '', evidence: [] as string[] },
    mutation: addDisputeStatementMutation(),
    request: (said, { keyOf }) => {
      const body = { order_id: order._id, ...said }
      return { body, headers: { 'Idempotency-Key': keyOf(body) } }
    },
    onSuccess: useAfterwards(onClose),
  })
  return (
    <FormDialog title={texts.actions.state} form={form} onSubmit={form.submit()} onClose={onClose}>
      <Said
        input={form.getInputProps('text')}
        evidence={form.getValues().evidence}
        onEvidence={(ids) => form.setFieldValue('evidence', ids)}
      />
    </FormDialog>
  )
}

interface SaidProps {
  input: object
  evidence: readonly string[]
  onEvidence: (ids: string[]) => void
}

const Said = ({ input, evidence, onEvidence }: SaidProps) => (
  <>
    <Textarea
      required
      autosize
      minRows={3}
      minLength={10}
      maxLength={2000}
      label={texts.actions.text}
      {...input}
    />
    <PrivatePictures
      purpose="evidence"
      hint={texts.actions.photosHint}
      ids={evidence}
      onChange={onEvidence}
    />
  </>
)
