import { Button, Group } from '@mantine/core'
import type { SubscriptionRecord } from '@plaza/client/marketplace'
import {
  cancelSubscriptionMutation,
  reinstateSubscriptionMutation,
  unpauseSubscriptionMutation,
} from '@plaza/client/marketplace/queries'
import { useState } from 'react'
import { texts } from '../../texts/subscriptions.ts'
import { date } from '../../ui/dates.ts'
import { say } from '../../ui/toasts.tsx'
import { canCancel, canExtend, canPause, canReinstate, canUnpause } from './choices.ts'
import { ExtendDialog } from './extend-dialog.tsx'
import { PauseDialog } from './pause-dialog.tsx'
import { usePlanChange } from './use-plan-change.ts'

/** What the person can do about what they have. */
export function Changes({ subscription }: { subscription: SubscriptionRecord }) {
  const [open, setOpen] = useState<'extend' | 'pause' | null>(null)
  const close = () => setOpen(null)
  const reinstate = usePlanChange(reinstateSubscriptionMutation(), () => say(texts.reinstated))
  const unpause = usePlanChange(unpauseSubscriptionMutation(), () => say(texts.unpaused))
  const undo = { label: texts.undo, run: () => reinstate.mutate({}) }
  const cancel = usePlanChange(cancelSubscriptionMutation(), ({ cancel_at: at, ended_at: ended }) => {
    if (at === null || ended !== null) say(texts.ended)
    else say(texts.cancelled(date(at)), 'good', { action: undo })
  })
  return (
    <Group mt="md">
      {canUnpause(subscription) && (
        <Button loading={unpause.isPending} onClick={() => unpause.mutate({})}>
          {texts.unpause}
        </Button>
      )}
      {canReinstate(subscription) && (
        <Button loading={reinstate.isPending} onClick={() => reinstate.mutate({})}>
          {texts.reinstate}
        </Button>
      )}
      {canExtend(subscription) && (
        <Button variant="default" onClick={() => setOpen('extend')}>
          {texts.extend}
        </Button>
      )}
      {canPause(subscription) && (
        <Button variant="default" onClick={() => setOpen('pause')}>
          {texts.pause}
        </Button>
      )}
      {canCancel(subscription) && (
        <Button variant="default" loading={cancel.isPending} onClick={() => cancel.mutate({ body: {} })}>
          {subscription.state === 'trialing' ? texts.cancelTrial : texts.cancel}
        </Button>
      )}
      {open === 'extend' && <ExtendDialog onClose={close} />}
      {open === 'pause' && <PauseDialog onClose={close} />}
    </Group>
  )
}
