import { Alert, Button, Group, NativeSelect, Switch } from '@mantine/core'
import { setVacationModeMutation } from '@plaza/client/marketplace/queries'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { texts } from '../../texts/posts.ts'
import { date } from '../../ui/dates.ts'
import { ofNoun } from '../../ui/queries.ts'
import { messageOf } from '../../ui/states.tsx'
import { say } from '../../ui/toasts.tsx'
import { useProfile } from '../accounts/profile.ts'

const spans = [7, 14, 30, 60, 90]

/** Hides what one has on offer while one is away; it comes back by itself. */
export function Vacation() {
  const profile = useProfile()
  const client = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const [days, setDays] = useState(14)
  const change = useMutation({
    ...setVacationModeMutation(),
    onSuccess: async ({ data }) => {
      setOpen(false)
      say(data.is_on ? texts.vacation.isOn : texts.vacation.isOff)
      await Promise.all([
        client.invalidateQueries(ofNoun('users')),
        client.invalidateQueries(ofNoun('posts')),
      ])
    },
    onError: (error) => say(messageOf(error), 'bad'),
  })
  if (!profile.data) return null
  const until = profile.data.vacation_until
  if (until !== null)
    return (
      <Alert color="yellow" mb="md">
        <p>{texts.vacation.away(date(until))}</p>
        <Button
          variant="default"
          mt="sm"
          loading={change.isPending}
          onClick={() => change.mutate({ body: { is_on: false } })}
        >
          {texts.vacation.end}
        </Button>
      </Alert>
    )
  return (
    <Group align="end" mb="md">
      <Switch
        label={texts.vacation.label}
        checked={isOpen}
        onChange={({ currentTarget }) => setOpen(currentTarget.checked)}
      />
      {isOpen && (
        <>
          <NativeSelect
            aria-label={texts.vacation.span}
            value={days}
            onChange={({ currentTarget }) => setDays(Number(currentTarget.value))}
            data={spans.map((count) => ({ value: String(count), label: texts.vacation.days(count) }))}
          />
          <Button loading={change.isPending} onClick={() => change.mutate({ body: { is_on: true, days } })}>
            {texts.vacation.begin}
          </Button>
        </>
      )}
    </Group>
  )
}
