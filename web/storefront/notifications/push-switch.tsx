import { Switch, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { texts } from '../../texts/notifications.ts'
import { pushState, switchPushOff, switchPushOn } from './push.ts'

const said = texts.preferences.push
const state = { queryKey: ['push in this browser'], queryFn: pushState }

/** Push messages in this browser, where it and the server have them. */
export function PushSwitch() {
  const client = useQueryClient()
  const { data: now } = useQuery(state)
  const change = useMutation({
    mutationFn: (wanted: boolean) => (wanted ? switchPushOn() : switchPushOff()),
    onSuccess: (changed) => client.setQueryData(state.queryKey, changed),
  })
  if (now === undefined) return null
  if (now === 'unknown' || now === 'denied') return <Text c="var(--ink-soft)">{said[now]}</Text>
  return (
    <>
      <Switch
        label={said.on}
        checked={now === 'on'}
        disabled={change.isPending}
        onChange={({ currentTarget: { checked } }) => change.mutate(checked)}
      />
      {change.isError && (
        <Text role="alert" c="var(--bad)">
          {said.failed}
        </Text>
      )}
    </>
  )
}
