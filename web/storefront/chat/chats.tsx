import { Skeleton, Title } from '@mantine/core'
import { Outlet, useMatchRoute } from '@tanstack/react-router'
import { texts } from '../../texts/chat.ts'
import { ButtonLink } from '../../ui/links.tsx'
import { rowsOf } from '../../ui/queries.ts'
import { Empty, Failed, More } from '../../ui/states.tsx'
import { useTitle } from '../../ui/title.ts'
import { useRooms } from './chat-data.ts'
import classes from './chats.module.css'
import { Requests } from './requests.tsx'
import { RoomRow } from './room-row.tsx'

/** The list of chats and, beside it where there is room, the open one. */
export function Chats() {
  const isInRoom = useMatchRoute()({ to: '/chats/$roomId' }) !== false
  return (
    <div className={classes.page} data-in-room={isInRoom}>
      <section className={classes.list} aria-label={texts.list}>
        <Rooms isTitle={!isInRoom} />
      </section>
      <Outlet />
    </div>
  )
}

function Rooms({ isTitle }: { isTitle: boolean }) {
  const rooms = useRooms()
  const list = rowsOf(rooms.data)
  return (
    <>
      <Title order={isTitle ? 1 : 2} size="h2">
        {texts.title}
      </Title>
      <Requests />
      {rooms.isError && list.length === 0 && <Failed error={rooms.error} retry={() => rooms.refetch()} />}
      {rooms.isSuccess && list.length === 0 && (
        <Empty title={texts.empty} hint={texts.emptyHint}>
          <ButtonLink to="/">{texts.look}</ButtonLink>
        </Empty>
      )}
      <ul className={classes.rooms}>
        {rooms.isPending &&
          [1, 2, 3, 4].map((key) => <Skeleton key={key} component="li" height={64} my={8} radius="md" />)}
        {list.map((room) => (
          <li key={room._id}>
            <RoomRow room={room} />
          </li>
        ))}
      </ul>
      <More query={rooms} />
    </>
  )
}

/** Beside the list, while no chat is open. */
export function NoChat() {
  useTitle(texts.title)
  return (
    <div className={classes.nothing}>
      <Empty title={texts.pickTitle} hint={texts.pickHint} />
    </div>
  )
}
