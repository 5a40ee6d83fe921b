import type { LiveEvent } from '@plaza/client/marketplace'
import { getChatRoomsQueryKey, getPolicyRequestsQueryKey } from '@plaza/client/marketplace/queries'
import type { StreamEvent } from '@plaza/client/stream'
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { ofNoun } from '../../ui/queries.ts'
import { markSeenUpTo, messagesOf, messagesQuery, putMessages } from '../chat/chat-data.ts'

/** Brings what is shown up to date with an event. */
export function applyEvent(client: QueryClient, { type, data }: StreamEvent<LiveEvent>): void {
  const anew = (queryKey: QueryKey) => void client.invalidateQueries({ queryKey })
  const noun = (name: string) => anew(ofNoun(name).queryKey)
  switch (type) {
    case 'message.new': {
      const { queryKey } = messagesQuery(data.chatroom_id)
      const last = messagesOf(client.getQueryData(queryKey)).at(-1)
      if (last && data.seq > last.seq + 1) anew(queryKey)
      else void putMessages(client, data.chatroom_id, [data])
      anew(getChatRoomsQueryKey())
      noun('notifications')
      return
    }
    case 'message.seen':
      void markSeenUpTo(client, data.chatroom_id, data.seen_seq)
      return
    case 'message.deleted':
    case 'room.updated':
      anew(messagesQuery(data.chatroom_id).queryKey)
      anew(getChatRoomsQueryKey())
      anew(getPolicyRequestsQueryKey())
      return
    case 'notification.created':
    case 'notification.changed':
      noun('notifications')
      return
    case 'offer.updated':
      anew(messagesQuery(data.chatroom_id).queryKey)
      noun('offers')
      noun('orders')
      return
    case 'order.updated':
      noun('orders')
      return
    case 'payout.updated':
      noun('payouts')
      noun('wallet')
      return
    case 'review.updated':
      noun('reviews')
      noun('users')
      return
    case 'inventory.created':
    case 'sale.recorded':
      noun('purchase-tool')
      return
    case 'resync':
      void client.invalidateQueries()
  }
}
