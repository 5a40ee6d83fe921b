import type { LiveEvent } from '@plaza/client/marketplace'
import { getUnreadCountOptions } from '@plaza/client/marketplace/queries'
import { IconBell, IconCirclePlus, IconHome, IconMessages, IconSearch, IconUser } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Outlet, useMatchRoute } from '@tanstack/react-router'
import { useEffect } from 'react'
import { texts } from '../texts/storefront.ts'
import { Frame, Tab } from '../ui/frame.tsx'
import { useLiveEvents } from '../ui/live.ts'
import { rowsOf } from '../ui/queries.ts'
import { usePersonId } from '../ui/session.ts'
import { useRooms } from './chat/chat-data.ts'
import { useWish } from './collections/wish.ts'
import { session, streamUrl } from './session.ts'
import { applyEvent } from './stream/apply-event.ts'

export function Layout() {
  const client = useQueryClient()
  const isSignedIn = usePersonId(session) !== ''
  const isInRoom = useMatchRoute()({ to: '/chats/$roomId' }) !== false
  useLiveEvents<LiveEvent>(session, streamUrl, (event) => applyEvent(client, event))
  useOutbox(isSignedIn)
  useWish()
  const tabs = (
    <>
      <Tab to="/" Icon={IconHome} name={texts.nav.home} />
      <Tab to="/search" Icon={IconSearch} name={texts.nav.search} />
      <Tab to="/sell" Icon={IconCirclePlus} name={texts.nav.sell} />
      {isSignedIn ? <OwnTabs /> : <Tab to="/sign-in" Icon={IconUser} name={texts.nav.signIn} />}
    </>
  )
  return (
    <Frame name={texts.name} tabs={tabs} isBare={isInRoom && isSignedIn}>
      <Outlet />
    </Frame>
  )
}

/** Messages that still wait from an earlier visit go out, whichever page is opened. */
function useOutbox(isSignedIn: boolean): void {
  useEffect(() => {
    if (!isSignedIn) return
    const begin = () => {
      if (!navigator.onLine) return
      window.removeEventListener('online', begin)
      import('./chat/outbox.ts').catch(() => {
        // The next visit, or the next chat, sends them.
      })
    }
    window.addEventListener('online', begin)
    begin()
    return () => window.removeEventListener('online', begin)
  }, [isSignedIn])
}

function OwnTabs() {
  const rooms = useRooms()
  const unread = useQuery(getUnreadCountOptions())
  const messages = rowsOf(rooms.data).reduce((sum, room) => sum + room.unread_count, 0)
  const notices = unread.data?.data.count ?? 0
  return (
    <>
      <Tab
        to="/chats"
        Icon={IconMessages}
        name={texts.nav.chats}
        count={messages}
        countLabel={texts.nav.unreadMessages(messages)}
      />
      <Tab
        to="/notices"
        Icon={IconBell}
        name={texts.nav.notices}
        count={notices}
        countLabel={texts.nav.unreadNotices(notices)}
      />
      <Tab to="/you" Icon={IconUser} name={texts.nav.account} />
    </>
  )
}
