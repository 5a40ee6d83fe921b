import { Button } from '@mantine/core'
import type { Profile } from '@plaza/client/marketplace'
import { claimBirthdayHatMutation } from '@plaza/client/marketplace/queries'
import { IconConfetti } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { texts } from '../../texts/accounts.ts'
import { ofNoun } from '../../ui/queries.ts'
import { messageOf } from '../../ui/states.tsx'
import { say } from '../../ui/toasts.tsx'

const dayMs = 86_400_000
/** The server asks its own clock, in the person's own zone. */
const offeredDays = 7

/** Whether a birthday, as `YYYY-MM-DD`, was within the last days. */
export function wasBirthday(birthday: string, now: Date): boolean {
  const today = Date.UTC(now.getFullYear(), now.getMonth(), now.getDate())
  const [, month = 1, day = 1] = birthday.split('-').map(Number)
  return [now.getFullYear(), now.getFullYear() - 1].some((year) => {
    const isMissing = month === 2 && day === 29 && new Date(Date.UTC(year, 1, 29)).getUTCMonth() !== 1
    const passed = (today - Date.UTC(year, month - 1, isMissing ? 28 : day)) / dayMs
    return passed >= 0 && passed < offeredDays
  })
}

/** Offers the hat in the days from a birthday on. */
export function BirthdayHat({ profile: { birthday } }: { profile: Profile }) {
  const client = useQueryClient()
  const claim = useMutation({
    ...claimBirthdayHatMutation(),
    onSuccess: () => {
      say(texts.hat.isOn)
      void client.invalidateQueries(ofNoun('users'))
    },
    onError: (error) => say(messageOf(error), 'bad'),
  })
  if (birthday === null || !wasBirthday(birthday, new Date())) return null
  return (
    <Button
      variant="light"
      leftSection={<IconConfetti aria-hidden size={20} />}
      loading={claim.isPending}
      onClick={() => claim.mutate({})}
    >
      {texts.hat.claim}
    </Button>
  )
}
