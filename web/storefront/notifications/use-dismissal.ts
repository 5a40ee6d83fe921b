import type { NotificationRecord } from '@plaza/client/marketplace'
import { dismissNotificationMutation } from '@plaza/client/marketplace/queries'
import { useMutation, useQueryClient } from '@tanstack/react-query'
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
  const { mutate } = useMutation({
    // It arrives even when the page is closed the moment after.
    ...dismissNotificationMutation({ keepalive: true }),
    // One after the other, so that an undo never overtakes what it undoes.
    scope: { id: 'dismissals' },
    networkMode: 'online',
    onMutate: ({ path, query }) => show(path.id, !query?.undo),
    onError: (error, { path, query }) => {
      show(path.id, Boolean(query?.undo))
      say(messageOf(error), 'bad')
    },
    onSettled: () => client.invalidateQueries(ofNoun('notifications')),
  })
  const gone = touched.filter(({ isGone }) => isGone)
  return {
    dismissed: new Map(gone.map(({ notice }) => [notice._id, notice])),
    dismiss: (notice: NotificationRecord) => {
      const others = ({ notice: { _id } }: { notice: NotificationRecord }) => _id !== notice._id
      setTouched((known) => [...known.filter(others), { notice, isGone: true }])
      mutate({ path: { id: notice._id } })
    },
    bringBack: ({ _id }: NotificationRecord) => mutate({ path: { id: _id }, query: { undo: true } }),
  }
}
