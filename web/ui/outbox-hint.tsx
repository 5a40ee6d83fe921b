import { Anchor, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { texts } from '../texts/ui.ts'

/** A server without a mail provider shows its mails at an address of its own; production has none. */
export function OutboxHint() {
  const outbox = useQuery({
    queryKey: ['outbox'],
    queryFn: async ({ signal }) => (await fetch('/outbox.json', { signal })).ok,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  if (!outbox.data) return null
  return (
    <Text>
      {texts.outbox}{' '}
      <Anchor href="/outbox" target="_blank" rel="noreferrer" underline="always">
        {texts.outboxLink}
      </Anchor>
    </Text>
  )
}
