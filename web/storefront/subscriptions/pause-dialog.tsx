import { TextInput } from '@mantine/core'
import { pauseSubscriptionMutation } from '@plaza/client/marketplace/queries'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { texts } from '../../texts/subscriptions.ts'
import { Confirmation } from '../../ui/confirmation.tsx'
import { say } from '../../ui/toasts.tsx'
import { useWhileShown } from '../../ui/while-shown.ts'
import { useNewStanding } from './use-plan-change.ts'

/** A day less than the server takes, which counts hours and not the days of a calendar. */
const mostDays = 89

/** `2026-11-21`, so many days from today on this device's calendar. */
function dayIn(count: number): string {
  const day = new Date()
  day.setDate(day.getDate() + count)
  const parts = [day.getFullYear(), day.getMonth() + 1, day.getDate()]
  return parts.map((part) => String(part).padStart(2, '0')).join('-')
}

/** Pauses until the beginning of a day. */
export function PauseDialog({ onClose }: { onClose: () => void }) {
  const standsAnew = useNewStanding()
  const close = useWhileShown(onClose)
  const [until, setUntil] = useState(() => dayIn(30))
  const { mutate, isPending, error } = useMutation({
    ...pauseSubscriptionMutation(),
    onSuccess: async () => {
      say(texts.paused)
      close()
      await standsAnew()
    },
  })
  const [first, last] = [dayIn(1), dayIn(mostDays)]
  const pause = () => mutate({ body: { resume_at: new Date(`${until}T00:00`).toISOString() } })
  return (
    <Confirmation
      title={texts.pauseTitle}
      hint={texts.pauseHint}
      action={texts.pause}
      isReady={until >= first && until <= last}
      change={{ mutate: pause, isPending, error }}
      onClose={onClose}
    >
      <TextInput
        type="date"
        label={texts.until}
        value={until}
        min={first}
        max={last}
        onChange={(event) => setUntil(event.currentTarget.value)}
      />
    </Confirmation>
  )
}
