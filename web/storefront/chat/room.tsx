import { useParams } from '@tanstack/react-router'
import { texts } from '../../texts/chat.ts'
import { Failed, Waiting } from '../../ui/states.tsx'
import { useTitle } from '../../ui/title.ts'
import { roomOf, useMessages } from './chat-data.ts'
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

function OpenRoom({ roomId }: { roomId: string }) {
  const messages = useMessages(roomId)
  const room = messages.data && roomOf(messages.data)
  useTitle(room ? peerOf(room).name : texts.title)
  if (messages.isPending) return <Waiting />
  if (!room) return <Failed error={messages.error} retry={() => messages.refetch()} />
  return (
    <section className={classes.room}>
      <RoomHeader room={room} />
      {room.productDetails ? <ListingCard product={room.productDetails} /> : <span />}
      <Messages roomId={roomId} peer={peerOf(room)} query={messages} />
      <Composer room={room} />
    </section>
  )
}
