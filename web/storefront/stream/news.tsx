import type { LiveEvent } from '@plaza/client/marketplace'
import { getUnreadCountOptions } from '@plaza/client/marketplace/queries'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { texts } from '../../texts/storefront.ts'
import { Count } from '../../ui/frame.tsx'
import { useLiveEvents } from '../../ui/live.ts'
import { rowsOf } from '../../ui/queries.ts'
import { useRooms } from '../chat/chat-data.ts'
import { useWish } from '../collections/use-wish.ts'
import { session, streamUrl } from '../session.ts'
import { applyEvent } from './apply-event.ts'

/** What goes on behind every page of somebody who is signed in. */
export function News() {
  const client = useQueryClient()
  useLiveEvents<LiveEvent>(session, streamUrl, (event) => applyEvent(client, event))
  useOutbox()
  useWish()
  usePush()
  return null
}

/** Messages that still wait from an earlier visit go out, whichever page is opened. */
function useOutbox(): void {
  useEffect(() => {
    const begin = () => {
      if (!navigator.onLine) return
      window.removeEventListener('online', begin)
      Promise.all([import('../chat/outbox.ts'), import('../comments/outbox.ts')]).catch(() => {
        // The next visit, or the next chat, sends them.
      })
    }
    window.addEventListener('online', begin)
    begin()
    return () => window.removeEventListener('online', begin)
  }, [])
}

/** Whoever has push messages on in this browser has them after signing in again, too. */
function usePush(): void {
  useEffect(() => {
    if (localStorage.getItem('plaza.push') === null) return
    import('../notifications/push.ts')
      .then(({ keepPush }) => keepPush())
      .catch(() => {
        // The next visit says it again.
      })
  }, [])
}

export function UnreadMessages() {
  const rooms = useRooms()
  const messages = rowsOf(rooms.data).reduce((sum, room) => sum + room.unread_count, 0)
  return <Count count={messages} label={texts.nav.unreadMessages(messages)} />
}

export function UnreadNotices() {
  const unread = useQuery(getUnreadCountOptions())
  const notices = unread.data?.data.count ?? 0
  return <Count count={notices} label={texts.nav.unreadNotices(notices)} />
}
