import type { LiveEvent } from '@plaza/client/wellness'
import { getNotificationCountOptions } from '@plaza/client/wellness/queries'
import { IconBell, IconHistory, IconLeaf, IconMessageCircle, IconTarget, IconUser } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMatch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { texts as goals } from '../texts/goals.ts'
import { texts } from '../texts/wellness.ts'
import { Count, Frame, Tab } from '../ui/frame.tsx'
import { SignedIn } from '../ui/guard.tsx'
import { lazily } from '../ui/lazy.tsx'
import { useLiveEvents } from '../ui/live.ts'
import { ofNoun } from '../ui/queries.ts'
import { usePersonId } from '../ui/session.ts'
import { endForgotten } from './practice/ending.ts'
import { session, streamUrl } from './session.ts'

const SignInAgain = lazily(() => import('./accounts/sign-in-again.tsx'), 'SignInAgain')

/** What has changed when something is heard of. */
const nounsOf = {
  'notification.created': ['notifications', 'referrals'],
  'session.recorded': ['sessions', 'goals'],
  'session.corrected': ['sessions', 'goals'],
  'session.deleted': ['sessions', 'goals'],
  'goal.changed': ['goals'],
  'conversation.changed': ['coach'],
  'conversations.erased': ['coach'],
} as const

/** Every page behind the sign-in; a practice has the window to itself. */
export function Layout() {
  const personId = usePersonId(session)
  const queryClient = useQueryClient()
  useLiveEvents<LiveEvent>(session, streamUrl, ({ type }) => {
    if (type === 'connected') return
    for (const noun of new Set(type === 'resync' ? Object.values(nounsOf).flat() : nounsOf[type]))
      void queryClient.invalidateQueries(ofNoun(noun))
  })
  useEffect(() => void endForgotten(personId, Date.now()), [personId])
  const isPractice = useMatch({ from: '/inside/exercise/$exerciseId/practice', shouldThrow: false })
  const unread = useQuery({ ...getNotificationCountOptions(), enabled: personId !== '' })
  const count = unread.data?.data.unread ?? 0
  const tabs = (
    <>
      <Tab to="/" Icon={IconLeaf} name={texts.nav.today} />
      <Tab to="/goals" Icon={IconTarget} name={goals.nav} />
      <Tab to="/history" Icon={IconHistory} name={texts.nav.history} />
      <Tab to="/coach" Icon={IconMessageCircle} name={texts.nav.coach} />
      <Tab to="/notices" Icon={IconBell} name={texts.nav.notices}>
        <Count count={count} label={texts.nav.unread(count)} />
      </Tab>
      <Tab to="/you" Icon={IconUser} name={texts.nav.you} />
    </>
  )
  const pages = <SignedIn session={session} SignInAgain={SignInAgain} />
  if (isPractice) return <main>{pages}</main>
  return (
    <Frame name={texts.name} tabs={tabs}>
      {pages}
    </Frame>
  )
}
