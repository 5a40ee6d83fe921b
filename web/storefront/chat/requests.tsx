import { Button, Group, Text, Title } from '@mantine/core'
import type { ChatRoomRecord } from '@plaza/client/marketplace'
import {
  answerPolicyRequestMutation,
  getChatRoomsQueryKey,
  getPolicyRequestsInfiniteOptions,
  getPolicyRequestsQueryKey,
} from '@plaza/client/marketplace/queries'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { texts } from '../../texts/chat.ts'
import { byCursor, rowsOf } from '../../ui/queries.ts'
import { More, messageOf } from '../../ui/states.tsx'
import { say } from '../../ui/toasts.tsx'
import classes from './chats.module.css'
import { peerOf, RoomRow } from './room-row.tsx'

/** The chats of strangers that wait to be accepted, where there are any. */
export function Requests() {
  const requests = useInfiniteQuery({
    ...getPolicyRequestsInfiniteOptions({ query: { limit: 10 } }),
    ...byCursor,
  })
  const list = rowsOf(requests.data)
  if (list.length === 0) return null
  return (
    <section className={classes.requests} aria-label={texts.requests}>
      <Title order={2} size="h4">
        {texts.requests}
      </Title>
      <Text size="sm" c="var(--ink-soft)">
        {texts.requestsHint}
      </Text>
      <ul className={classes.rooms}>
        {list.map((room) => (
          <Request key={room._id} room={room} />
        ))}
      </ul>
      <More query={requests} />
    </section>
  )
}

function Request({ room }: { room: ChatRoomRecord }) {
  const client = useQueryClient()
  const answer = useMutation({
    ...answerPolicyRequestMutation(),
    onSuccess: (_answer, { body }) => {
      say(body.decision === 'accept' ? texts.accepted : texts.dropped)
      void client.invalidateQueries({ queryKey: getChatRoomsQueryKey() })
      return client.invalidateQueries({ queryKey: getPolicyRequestsQueryKey() })
    },
    onError: (error) => say(messageOf(error), 'bad'),
  })
  const { name } = peerOf(room)
  const decide = (decision: 'accept' | 'drop') =>
    answer.mutate({ path: { chatroom_id: room._id }, body: { decision } })
  return (
    <li>
      <RoomRow room={room} />
      <Group gap="xs" px="0.6rem" pb="0.7rem">
        <Button aria-label={texts.acceptOf(name)} loading={answer.isPending} onClick={() => decide('accept')}>
          {texts.accept}
        </Button>
        <Button
          variant="default"
          aria-label={texts.dropOf(name)}
          disabled={answer.isPending}
          onClick={() => decide('drop')}
        >
          {texts.drop}
        </Button>
      </Group>
    </li>
  )
}
