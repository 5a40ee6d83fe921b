import {
  type ChatRoomRecord,
  type GetMessagesResponse,
  getMessages,
  type MessageRecord,
} from '@plaza/client/marketplace'
import {
  getChatRoomsInfiniteOptions,
  getChatRoomsQueryKey,
  getMessagesInfiniteQueryKey,
} from '@plaza/client/marketplace/queries'
import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryClient,
  useInfiniteQuery,
} from '@tanstack/react-query'
import { ask } from '../../ui/failure.ts'
import { byCursor, ofNoun, stopNextPages } from '../../ui/queries.ts'
import { session } from '../session.ts'

type Cursor = string | undefined

const isInSight = () => document.visibilityState === 'visible'

/** The person's chats, newest message first. */
export const useRooms = () =>
  useInfiniteQuery({ ...getChatRoomsInfiniteOptions({ query: { limit: 30 } }), ...byCursor })

/**
 * A chat's messages, newest first. Loading them marks them as seen, unless nobody can see them: that is
 * known only when they are asked for, so the asking is not the generated one.
 */
export const messagesQuery = (roomId: string) =>
  infiniteQueryOptions({
    queryKey: getMessagesInfiniteQueryKey({ body: { chatroom_id: roomId } }),
    initialPageParam: undefined as Cursor,
    queryFn: ({ pageParam: cursor, signal }) =>
      ask(
        getMessages({
          body: { chatroom_id: roomId, mark_seen: isInSight() },
          query: cursor ? { cursor } : {},
          signal,
        }),
      ),
    getNextPageParam: byCursor.getNextPageParam,
  })

export const useMessages = (roomId: string) => useInfiniteQuery(messagesQuery(roomId))

type MessagePages = InfiniteData<GetMessagesResponse, Cursor>

export const roomOf = (pages: { pages: { meta: { room: ChatRoomRecord } }[] }): ChatRoomRecord | undefined =>
  pages.pages[0]?.meta.room

/** The messages in the order they were written. */
export function messagesOf(pages: { pages: { data: MessageRecord[] }[] } | undefined): MessageRecord[] {
  const all = pages?.pages.flatMap((page) => page.data) ?? []
  return [...new Map(all.map((message) => [message._id, message])).values()].sort((a, b) => a.seq - b.seq)
}

async function change(
  client: QueryClient,
  roomId: string,
  edit: (messages: MessageRecord[]) => MessageRecord[],
): Promise<void> {
  const { queryKey } = messagesQuery(roomId)
  await stopNextPages(client, queryKey)
  client.setQueryData<MessagePages>(
    queryKey,
    (known) => known && { ...known, pages: known.pages.map((page) => ({ ...page, data: edit(page.data) })) },
  )
  // A reading under way may have been made before the change, and would take it back.
  if (client.isFetching({ queryKey }) > 0) void client.invalidateQueries({ queryKey })
}

/** Puts messages into a chat that is loaded: new ones at its end, known ones in their place. */
export async function putMessages(
  client: QueryClient,
  roomId: string,
  messages: readonly MessageRecord[],
): Promise<void> {
  const changed = new Map(messages.map((message) => [message._id, message]))
  await change(client, roomId, (page) => page.map((message) => changed.get(message._id) ?? message))
  const known = messagesOf(client.getQueryData(messagesQuery(roomId).queryKey))
  const added = messages.filter(({ _id }) => !known.some((other) => other._id === _id))
  client.setQueryData<MessagePages>(messagesQuery(roomId).queryKey, (pages) => {
    const [newest, ...older] = pages?.pages ?? []
    if (!pages || !newest) return pages
    const data = [...added, ...newest.data].sort((a, b) => b.seq - a.seq)
    return { ...pages, pages: [{ ...newest, data }, ...older] }
  })
}

/** The other person saw everything up to a message; what they wrote themselves is not theirs to see. */
export function markSeenUpTo(client: QueryClient, roomId: string, seq: number): Promise<void> {
  return change(client, roomId, (page) =>
    page.map((message) =>
      message.seq > seq || message.userId !== session.personId
        ? message
        : { ...message, message_status: { isSeen: true } },
    ),
  )
}

/** Loads what came after a message, and so tells the other person that it was seen. */
export async function loadAfter(client: QueryClient, roomId: string, seq: number): Promise<void> {
  const { data, meta } = await ask(
    getMessages({ body: { chatroom_id: roomId, after_seq: seq, mark_seen: isInSight() }, query: {} }),
  )
  await putMessages(client, roomId, data)
  if (meta.hasMore) await client.invalidateQueries({ queryKey: messagesQuery(roomId).queryKey })
  void client.invalidateQueries({ queryKey: getChatRoomsQueryKey() })
  void client.invalidateQueries(ofNoun('notifications'))
}
