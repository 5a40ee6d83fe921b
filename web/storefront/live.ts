import type { MessageRecord } from '@plaza/client/marketplace'
import type { StreamEvent } from '@plaza/client/stream'
import type { QueryClient } from '@tanstack/react-query'
import { markSeenUpTo, messagesOf, messagesQuery, putMessages, roomsQuery } from './chat/chat-data.ts'

/** Brings what is shown up to date with an event. What each event carries is said where the server publishes it. */
export function applyEvent(client: QueryClient, { type, data }: StreamEvent): void {
  const anew = (queryKey: readonly unknown[]) => void client.invalidateQueries({ queryKey })
  switch (type) {
    case 'message.new': {
      const message = data as MessageRecord
      const { queryKey } = messagesQuery(message.chatroom_id)
      const last = messagesOf(client.getQueryData(queryKey)).at(-1)
      if (last && message.seq > last.seq + 1) anew(queryKey)
      else void putMessages(client, message.chatroom_id, [message])
      anew(roomsQuery.queryKey)
      anew(['notices'])
      return
    }
    case 'message.seen': {
      const { chatroom_id, seen_seq } = data as { chatroom_id: string; seen_seq: number }
      void markSeenUpTo(client, chatroom_id, seen_seq)
      return
    }
    case 'message.deleted':
    case 'room.updated': {
      const { chatroom_id } = data as { chatroom_id: string }
      anew(messagesQuery(chatroom_id).queryKey)
      anew(roomsQuery.queryKey)
      return
    }
    case 'notification.created':
    case 'notification.changed':
      anew(['notices'])
      return
    case 'inventory.created':
    case 'sale.recorded':
      anew(['purchases'])
      return
    case 'resync':
      void client.invalidateQueries()
  }
}
