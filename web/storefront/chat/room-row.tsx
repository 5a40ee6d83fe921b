import { Badge } from '@mantine/core'
import type { ChatRoomRecord } from '@plaza/client/marketplace'
import { Link } from '@tanstack/react-router'
import { texts } from '../../texts/chat.ts'
import { ago } from '../../ui/dates.ts'
import { number } from '../../ui/formats.ts'
import { Picture } from '../../ui/picture.tsx'
import { Face } from '../accounts/face.tsx'
import { session } from '../session.ts'
import classes from './chats.module.css'

/** The other person of a chat. */
export const peerOf = ({ participants: [first, second] }: ChatRoomRecord) =>
  first._id === session.personId ? second : first

function previewOf({ lastMessage: { _id, messageText, userId, is_offer } }: ChatRoomRecord): string {
  if (_id === undefined) return texts.noMessages
  const text =
    messageText === undefined ? texts.deletedPreview : messageText || (is_offer ? texts.offer : texts.picture)
  return userId === session.personId ? texts.you(text) : text
}

/** One chat in the list. */
export function RoomRow({ room }: { room: ChatRoomRecord }) {
  const peer = peerOf(room)
  const { productDetails: product, unread_count: unread } = room
  return (
    <Link to="/chats/$roomId" params={{ roomId: room._id }} className={classes.room} data-unread={unread > 0}>
      {product ? (
        <span className={classes.pictures}>
          <span className={classes.thing}>
            <Picture url={product.media.photoUrl[0]} alt="" sizes="54px" />
          </span>
          <Face url={peer.profile_photo_url} name={peer.name} size={28} />
        </span>
      ) : (
        <Face url={peer.profile_photo_url} name={peer.name} size={60} />
      )}
      <span className={classes.words}>
        <strong dir="auto">{peer.name}</strong>
        <span className={classes.when}>{ago(room.updatedAt)}</span>
        {product && (
          <span className={classes.subject} dir="auto">
            {product.title}
          </span>
        )}
        <span className={classes.last}>
          <span className={classes.preview} dir="auto">
            {previewOf(room)}
          </span>
          {unread > 0 && (
            <Badge color="clay" role="img" aria-label={texts.unread(unread)}>
              {number(unread)}
            </Badge>
          )}
        </span>
      </span>
    </Link>
  )
}
