import { ActionIcon, Menu } from '@mantine/core'
import type { ChatRoomRecord } from '@plaza/client/marketplace'
import { getChatRoomsQueryKey, updateBlockStatusMutation } from '@plaza/client/marketplace/queries'
import { IconArrowLeft, IconBan, IconDotsVertical, IconFlag } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { texts } from '../../texts/chat.ts'
import { texts as reportTexts } from '../../texts/reports.ts'
import { Confirmation } from '../../ui/confirmation.tsx'
import { useWhileShown } from '../../ui/while-shown.ts'
import { Face } from '../accounts/face.tsx'
import { ReportDialog } from '../reports/report-dialog.tsx'
import { session } from '../session.ts'
import { messagesQuery } from './chat-data.ts'
import classes from './room.module.css'
import { peerOf } from './room-row.tsx'

/** Who the chat is with, and what can be done about them. */
export function RoomHeader({ room }: { room: ChatRoomRecord }) {
  const [isAsking, setAsking] = useState(false)
  const [isReporting, setReporting] = useState(false)
  const peer = peerOf(room)
  const isBlockedByOther = room.is_blocked && room.blocked_by !== session.personId
  return (
    <header className={classes.header}>
      <ActionIcon
        className={classes.back ?? ''}
        renderRoot={(props) => <Link to="/chats" {...props} />}
        aria-label={texts.back}
      >
        <IconArrowLeft aria-hidden />
      </ActionIcon>
      <Face url={peer.profile_photo_url} name={peer.name} size={40} />
      <div className={classes.peer}>
        <h1 className={classes.name} dir="auto" tabIndex={-1}>
          {peer.name}
        </h1>
        {peer.is_online === 'true' && <div className={classes.online}>{texts.online}</div>}
      </div>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon aria-label={texts.menu}>
            <IconDotsVertical aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {!isBlockedByOther && (
            <Menu.Item
              mih={44}
              leftSection={<IconBan aria-hidden size={18} />}
              onClick={() => setAsking(true)}
            >
              {room.is_blocked ? texts.unblock : texts.block}
            </Menu.Item>
          )}
          <Menu.Item
            mih={44}
            leftSection={<IconFlag aria-hidden size={18} />}
            onClick={() => setReporting(true)}
          >
            {reportTexts.open.chat}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isReporting && (
        <ReportDialog
          reported={{ kind: 'chat', id: room._id, name: peer.name }}
          onClose={() => setReporting(false)}
        />
      )}
      {isAsking && <Blocking room={room} onClose={() => setAsking(false)} />}
    </header>
  )
}

/** Asks before blocking somebody, or before lifting that. */
export function Blocking({ room, onClose }: { room: ChatRoomRecord; onClose: () => void }) {
  const client = useQueryClient()
  const close = useWhileShown(onClose)
  const { name } = peerOf(room)
  // What was asked stays asked, also when it was done elsewhere meanwhile.
  const [isBlocked] = useState(room.is_blocked)
  const change = useMutation({
    ...updateBlockStatusMutation(),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: messagesQuery(room._id).queryKey })
      void client.invalidateQueries({ queryKey: getChatRoomsQueryKey() })
      close()
    },
  })
  return (
    <Confirmation
      title={isBlocked ? texts.unblockTitle(name) : texts.blockTitle(name)}
      hint={isBlocked ? texts.unblockHint : texts.blockHint}
      action={isBlocked ? texts.unblock : texts.block}
      isGrave={!isBlocked}
      change={{
        ...change,
        mutate: () => change.mutate({ body: { chatroom_id: room._id, is_blocked: !isBlocked } }),
      }}
      onClose={onClose}
    />
  )
}
