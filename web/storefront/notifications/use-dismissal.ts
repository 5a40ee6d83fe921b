import type { DismissNotificationData, NotificationRecord } from '@plaza/client/marketplace'
import { dismissNotificationMutation } from '@plaza/client/marketplace/queries'
import { MutationObserver, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ofNoun } from '../../ui/queries.ts'
import { messageOf } from '../../ui/states.tsx'
import { say } from '../../ui/toasts.tsx'

/** Dismisses notices at once, and keeps them in their place as long as the page is open, to bring them back. */
export function useDismissal() {
  const client = useQueryClient()
  const [touched, setTouched] = useState<readonly { notice: NotificationRecord; isGone: boolean }[]>([])
  const show = (id: string, isGone: boolean) =>
    setTouched((known) => known.map((one) => (one.notice._id === id ? { ...one, isGone } : one)))
  const send = (asked: Pick<DismissNotificationData, 'path' | 'query'>) => {
    const { id } = asked.path
    const isUndo = Boolean(asked.query?.undo)
    const change = new MutationObserver(client, {
      // It arrives even when the page is closed the moment after.
      ...dismissNotificationMutation({ keepalive: true }),
      // One after the other of the same notice, so that an undo never overtakes what it undoes.
      scope: { id: `dismissals-${id}` },
      networkMode: 'online',
      onMutate: () => show(id, !isUndo),
      onError: (error) => {
        show(id, isUndo)
        say(messageOf(error), 'bad')
      },
      onSettled: () => void client.invalidateQueries(ofNoun('notifications')),
    })
    // What went wrong is said above.
    change.mutate(asked).catch(() => undefined)
  }
  const gone = touched.filter(({ isGone }) => isGone)
  return {
    dismissed: new Map(gone.map(({ notice }) => [notice._id, notice])),
    dismiss: (notice: NotificationRecord) => {
      const others = ({ notice: { _id } }: { notice: NotificationRecord }) => _id !== notice._id
      setTouched((known) => [...known.filter(others), { notice, isGone: true }])
      send({ path: { id: notice._id } })
    },
    bringBack: ({ _id }: NotificationRecord) => send({ path: { id: _id }, query: { undo: true } }),
  }
}
