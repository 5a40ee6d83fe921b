import {
  IconBell,
  IconCirclePlus,
  IconHeart,
  IconHome,
  IconMessages,
  IconSearch,
  IconUser,
} from '@tabler/icons-react'
import { Outlet, useMatchRoute } from '@tanstack/react-router'
import { texts } from '../texts/storefront.ts'
import { Frame, Tab } from '../ui/frame.tsx'
import { lazilyBeside } from '../ui/lazy.tsx'
import { usePersonId, useVisitorId } from '../ui/session.ts'
import { CollectingPlace } from './collections/collecting-place.tsx'
import { session } from './session.ts'

// Nobody waits for these, and most who come for the first time have none.
const news = () => import('./stream/news.tsx')
const News = lazilyBeside(news, 'News')
const UnreadMessages = lazilyBeside(news, 'UnreadMessages')
const UnreadNotices = lazilyBeside(news, 'UnreadNotices')

export function Layout() {
  const isSignedIn = usePersonId(session) !== ''
  const isGuest = useVisitorId(session) !== '' && !isSignedIn
  const isInRoom = useMatchRoute()({ to: '/chats/$roomId' }) !== false
  const tabs = (
    <>
      <Tab to="/" Icon={IconHome} name={texts.nav.home} />
      <Tab to="/search" Icon={IconSearch} name={texts.nav.search} />
      <Tab to="/sell" Icon={IconCirclePlus} name={texts.nav.sell} />
      {isGuest && <Tab to="/favourites" Icon={IconHeart} name={texts.nav.saved} />}
      {isSignedIn ? <OwnTabs /> : <Tab to="/sign-in" Icon={IconUser} name={texts.nav.signIn} />}
    </>
  )
  return (
    <Frame name={texts.name} tabs={tabs} isBare={isInRoom && isSignedIn}>
      {isSignedIn && <News />}
      <Outlet />
      <CollectingPlace />
    </Frame>
  )
}

const OwnTabs = () => (
  <>
    <Tab to="/chats" Icon={IconMessages} name={texts.nav.chats}>
      <UnreadMessages />
    </Tab>
    <Tab to="/notices" Icon={IconBell} name={texts.nav.notices}>
      <UnreadNotices />
    </Tab>
    <Tab to="/you" Icon={IconUser} name={texts.nav.account} />
  </>
)
