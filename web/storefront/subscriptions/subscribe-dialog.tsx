import { Button, Checkbox, Stack, Text } from '@mantine/core'
import type { PlanRecord, SubscriptionRecord } from '@plaza/client/marketplace'
import { subscribeMutation } from '@plaza/client/marketplace/queries'
import { useState } from 'react'
import { texts } from '../../texts/subscriptions.ts'
import { date } from '../../ui/dates.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { useServerForm } from '../../ui/server-form.ts'
import { FormFailure } from '../../ui/states.tsx'
import { say } from '../../ui/toasts.tsx'
import { useWhileShown } from '../../ui/while-shown.ts'
import { BankQuestion } from '../payments/bank-question.tsx'
import { CardField } from './card-field.tsx'
import { priceOf } from './price.ts'
import { useNewStanding } from './use-plan-change.ts'

interface SubscribeDialogProps {
  plan: PlanRecord
  subscription: SubscriptionRecord
  onClose: () => void
}

/** Pays for a plan by a saved card, now or when the trial is over. */
export function SubscribeDialog({ plan, subscription, onClose }: SubscribeDialogProps) {
  const standsAnew = useNewStanding()
  const close = useWhileShown(onClose)
  const [hasCard, setHasCard] = useState(false)
  const [askedOf, setAskedOf] = useState<string>()
  const form = useServerForm({
    initialValues: { card: '', now: false },
    mutation: subscribeMutation(),
    request: ({ card, now }, { keyOf }) => {
      const body = { plan_id: plan.plan_id, now, ...(card === '' ? {} : { payment_method_id: card }) }
      return { body, headers: { 'Idempotency-Key': keyOf(body) } }
    },
    onSuccess: async ({ data: { payment } }) => {
      if (payment?.status === 'requires_action') setAskedOf(payment._id)
      else {
        say(payment === null ? texts.follows : texts.paid[payment.status])
        close()
      }
      await standsAnew()
    },
  })
  const trialEnd = subscription.state === 'trialing' ? subscription.trial_ends_at : null
  const price = priceOf(plan)
  const isLater = trialEnd !== null && !form.values.now
  if (askedOf !== undefined)
    return (
      <Dialog onClose={onClose} title={texts.subscribeTo(plan.name)}>
        <BankQuestion
          isAsked
          paymentId={askedOf}
          onAnswered={(isPaid) => {
            if (isPaid) say(texts.paid.succeeded)
            else say(texts.refused, 'bad')
            onClose()
          }}
        />
      </Dialog>
    )
  return (
    <Dialog onClose={onClose} title={texts.subscribeTo(plan.name)}>
      <form onSubmit={form.submit()}>
        <Stack>
          <Text>{isLater ? texts.paysLater(price, date(trialEnd)) : texts.pays(price)}</Text>
          <Text c="var(--ink-soft)">{texts.told}</Text>
          {trialEnd !== null && (
            <Checkbox label={texts.now} {...form.getInputProps('now', { type: 'checkbox' })} />
          )}
          <CardField input={form.getInputProps('card')} onKnown={setHasCard} />
          <FormFailure message={form.failure} />
          <Button type="submit" loading={form.isSending} disabled={!hasCard}>
            {texts.confirm}
          </Button>
        </Stack>
      </form>
    </Dialog>
  )
}
