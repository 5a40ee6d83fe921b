import { dismissNotification, type NotificationRecord } from '@plaza/client/marketplace'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ask } from '../../ui/failure.ts'
import { messageOf } from '../../ui/states.tsx'
import { say } from '../../ui/toasts.tsx'

interface Dismissal {
  notice: NotificationRecord
  isUndone: boolean
}

/** Dismisses notices at once, and keeps them in their place as long as the page is open, to bring them back. */
export function useDismissal() {
  const client = useQueryClient()
  const [dismissed, setDismissed] = useState<ReadonlyMap<string, NotificationRecord>>(new Map())
  const show = ({ notice, isUndone }: Dismissal) =>
    setDismissed((known) => {
      const changed = new Map(known)
      if (isUndone) changed.delete(notice._id)
      else changed.set(notice._id, notice)
      return changed
    })
  const { mutate } = useMutation({
    // One after the other, so that an undo never overtakes what it undoes.
    scope: { id: 'dismissals' },
    mutationFn: ({ notice, isUndone }: Dismissal) =>
      // It arrives even when the page is closed the moment after.
      ask(
        dismissNotification({
          path: { id: notice._id },
          query: isUndone ? { undo: true } : {},
          keepalive: true,
        }),
      ),
    onMutate: show,
    onError: (error, { notice, isUndone }) => {
      show({ notice, isUndone: !isUndone })
      say(messageOf(error), 'bad')
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['notices'] }),
  })
  return {
    dismissed,
    dismiss: (notice: NotificationRecord) => mutate({ notice, isUndone: false }),
    bringBack: (notice: NotificationRecord) => mutate({ notice, isUndone: true }),
  }
}
