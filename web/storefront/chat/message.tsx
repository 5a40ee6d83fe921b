import { ActionIcon, Menu } from '@mantine/core'
import type { MessageRecord } from '@plaza/client/marketplace'
import { deleteMessageMutation, getChatRoomsQueryKey } from '@plaza/client/marketplace/queries'
import { IconCalendarEvent, IconDots, IconEyeOff, IconTrash } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { memo, useState } from 'react'
import { texts } from '../../texts/chat.ts'
import { Confirmation } from '../../ui/confirmation.tsx'
import { dateTime, timeOfDay } from '../../ui/dates.ts'
import { Picture } from '../../ui/picture.tsx'
import { messageOf } from '../../ui/states.tsx'
import { say } from '../../ui/toasts.tsx'
import { OfferCard } from '../offers/offer-card.tsx'
import { session } from '../session.ts'
import { messagesQuery } from './chat-data.ts'
import classes from './room.module.css'

interface MessageProps {
  message: MessageRecord
  peerName: string
  /** The newest of one's own that the other person saw. */
  isLastSeen: boolean
}

/** One message, with a warning below when it looks like a trick. */
export const Message = memo(function Message({ message, peerName, isLastSeen }: MessageProps) {
  const isOwn = message.userId === session.personId
  return (
    <>
      <li className={classes.message} data-own={isOwn}>
        <div className={classes.bubble}>
          {message.is_deleted ? (
            <p className={`${classes.text} ${classes.deleted}`}>{texts.deleted}</p>
          ) : (
            <Content message={message} peerName={peerName} />
          )}
          <div className={classes.meta}>
            <time dateTime={message.createdAt}>{timeOfDay(message.createdAt)}</time>
            {isLastSeen && ` · ${texts.seen}`}
          </div>
        </div>
        {!message.is_deleted && <Actions message={message} isOwn={isOwn} />}
      </li>
      {!isOwn &&
        message.hints.map((hint) => (
          <li key={hint} className={classes.hint}>
            {texts.hints[hint]}
          </li>
        ))}
    </>
  )
})

const Content = ({ message, peerName }: { message: MessageRecord; peerName: string }) => (
  <>
    {message.media.length > 0 && (
      <div className={classes.pictures}>
        {message.media.map(({ upload_id, url }) => (
          <a key={upload_id} href={url} target="_blank" rel="noreferrer">
            <Picture url={url} alt={texts.pictureOf(peerName)} sizes="18rem" />
          </a>
        ))}
      </div>
    )}
    {message.meetup && (
      <div className={classes.meetup}>
        <IconCalendarEvent aria-hidden size={22} />
        <div>
          {texts.meetup}
          <br />
          <strong dir="auto">{message.meetup.place}</strong>
          <br />
          <time dateTime={message.meetup.at}>{dateTime(message.meetup.at)}</time>
        </div>
      </div>
    )}
    {message.offer && <OfferCard offer={message.offer} isOwn={message.userId === session.personId} />}
    {message.messageText && (
      <p className={classes.text} dir="auto">
        {message.messageText}
      </p>
    )}
  </>
)

function Actions({ message, isOwn }: { message: MessageRecord; isOwn: boolean }) {
  const client = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const remove = useMutation({
    ...deleteMessageMutation(),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: messagesQuery(message.chatroom_id).queryKey })
      void client.invalidateQueries({ queryKey: getChatRoomsQueryKey() })
    },
    onError: (error) => say(messageOf(error), 'bad'),
  })
  const removeFor = (scope: 'everyone' | 'me') =>
    remove.mutate({ path: { message_id: message._id }, query: { scope } })
  return (
    <>
      <Menu position={isOwn ? 'bottom-end' : 'bottom-start'}>
        <Menu.Target>
          <ActionIcon
            aria-label={texts.messageMenu(
              message.messageText ||
                (message.offer ? texts.offer : message.meetup ? texts.meetup : texts.picture),
            )}
            c="var(--ink-soft)"
          >
            <IconDots aria-hidden size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {isOwn && !message.offer && (
            <Menu.Item
              mih={44}
              leftSection={<IconTrash aria-hidden size={18} />}
              onClick={() => setAsking(true)}
            >
              {texts.delete}
            </Menu.Item>
          )}
          <Menu.Item
            mih={44}
            leftSection={<IconEyeOff aria-hidden size={18} />}
            onClick={() => removeFor('me')}
          >
            {texts.hide}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isAsking && (
        <Confirmation
          title={texts.deleteTitle}
          hint={texts.deleteHint}
          action={texts.delete}
          isGrave
          change={{ ...remove, mutate: () => removeFor('everyone') }}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}
