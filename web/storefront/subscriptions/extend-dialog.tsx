import { Textarea } from '@mantine/core'
import { trialExtendMutation } from '@plaza/client/marketplace/queries'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { texts } from '../../texts/subscriptions.ts'
import { Confirmation } from '../../ui/confirmation.tsx'
import { say } from '../../ui/toasts.tsx'
import { useWhileShown } from '../../ui/while-shown.ts'
import { useNewStanding } from './use-plan-change.ts'

/** Makes the trial a week longer. */
export function ExtendDialog({ onClose }: { onClose: () => void }) {
  const standsAnew = useNewStanding()
  const close = useWhileShown(onClose)
  const [reason, setReason] = useState('')
  const { mutate, isPending, error } = useMutation({
    ...trialExtendMutation(),
    onSuccess: async () => {
      say(texts.extended)
      close()
      await standsAnew()
    },
  })
  return (
    <Confirmation
      title={texts.extend}
      hint={texts.extendHint}
      action={texts.extend}
      isReady={reason.trim().length >= 3}
      change={{ mutate: () => mutate({ body: { reason: reason.trim() } }), isPending, error }}
      onClose={onClose}
    >
      <Textarea
        label={texts.reason}
        value={reason}
        maxLength={300}
        autosize
        dir="auto"
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </Confirmation>
  )
}
