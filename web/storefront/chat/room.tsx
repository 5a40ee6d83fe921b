import { useParams } from '@tanstack/react-router'
import { texts } from '../../texts/chat.ts'
import { Failed, Waiting } from '../../ui/states.tsx'
import { useTitle } from '../../ui/title.ts'
import { messagesOf, roomOf, useMessages } from './chat-data.ts'
import { Composer } from './composer.tsx'
import { ListingCard } from './listing-card.tsx'
import { Messages } from './messages.tsx'
import classes from './room.module.css'
import { RoomHeader } from './room-header.tsx'
import { peerOf } from './room-row.tsx'

export function Room() {
  const { roomId } = useParams({ from: '/signed-in/chats/$roomId' })
  // Another chat is another page: its own draft, its own place in the messages.
  return <OpenRoom key={roomId} roomId={roomId} />
}

/** With a keyboard at hand one goes on writing; a phone's own would cover the messages. */
const isTypedAt = window.matchMedia('(pointer: fine)').matches

/** An opened chat has the focus, which was in the list. */
function takeFocus(room: HTMLElement | null): void {
  const field = isTypedAt && room?.querySelector('textarea')
  ;(field || room?.querySelector('h1'))?.focus({ preventScroll: true })
}

function OpenRoom({ roomId }: { roomId: string }) {
  const messages = useMessages(roomId)
  const room = messages.data && roomOf(messages.data)
  useTitle(room ? peerOf(room).name : texts.title)
  if (messages.isPending) return <Waiting />
  if (!room) return <Failed error={messages.error} retry={() => messages.refetch()} />
  return (
    <section ref={takeFocus} className={classes.room}>
      <RoomHeader room={room} />
      {room.productDetails ? <ListingCard product={room.productDetails} /> : <span />}
      <Messages roomId={roomId} peer={peerOf(room)} query={messages} />
      <Composer room={room} last={messagesOf(messages.data).at(-1)} />
    </section>
  )
}
