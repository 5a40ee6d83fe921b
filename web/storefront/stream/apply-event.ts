import type { MessageRecord } from '@plaza/client/marketplace'
import { getChatRoomsQueryKey } from '@plaza/client/marketplace/queries'
import type { StreamEvent } from '@plaza/client/stream'
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { ofNoun } from '../../ui/queries.ts'
import { markSeenUpTo, messagesOf, messagesQuery, putMessages } from '../chat/chat-data.ts'

/** Brings what is shown up to date with an event. What each event carries is said where the server publishes it. */
export function applyEvent(client: QueryClient, { type, data }: StreamEvent): void {
  const anew = (queryKey: QueryKey) => void client.invalidateQueries({ queryKey })
  const noun = (name: string) => anew(ofNoun(name).queryKey)
  switch (type) {
    case 'message.new': {
      const message = data as MessageRecord
      const { queryKey } = messagesQuery(message.chatroom_id)
      const last = messagesOf(client.getQueryData(queryKey)).at(-1)
      if (last && message.seq > last.seq + 1) anew(queryKey)
      else void putMessages(client, message.chatroom_id, [message])
      anew(getChatRoomsQueryKey())
      noun('notifications')
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
      anew(getChatRoomsQueryKey())
      return
    }
    case 'notification.created':
    case 'notification.changed':
      noun('notifications')
      return
    case 'inventory.created':
    case 'sale.recorded':
      noun('purchase-tool')
      return
    case 'resync':
      void client.invalidateQueries()
  }
}
