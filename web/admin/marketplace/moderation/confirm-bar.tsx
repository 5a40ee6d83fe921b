import { Button } from '@mantine/core'
import { confirmBanMutation } from '@plaza/client/marketplace/queries'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { texts } from '../../../texts/admin/marketplace/queue.ts'
import { ofNoun } from '../../../ui/queries.ts'
import { messageOf } from '../../../ui/states.tsx'
import { say } from '../../../ui/toasts.tsx'
import classes from './queue.module.css'
import type { OnDecided } from './queue-item.ts'

/** What the second person says of a ban. */
export function ConfirmBar({ decisionId, onDecided }: { decisionId: string; onDecided: OnDecided }) {
  const client = useQueryClient()
  const settle = useMutation({
    ...confirmBanMutation(),
    onSuccess: async (_, { body }) => {
      say(body.is_confirmed ? texts.confirmed : texts.refused)
      await onDecided()
      await client.invalidateQueries(ofNoun('moderation'))
    },
    onError: (error) => say(messageOf(error), 'bad'),
  })
  const answer = (isConfirmed: boolean) => () =>
    settle.mutate({ body: { decision_id: decisionId, is_confirmed: isConfirmed } })
  return (
    <div className={classes.bar}>
      <Button variant="default" c="var(--bad)" loading={settle.isPending} onClick={answer(true)}>
        {texts.confirm}
      </Button>
      <Button variant="default" loading={settle.isPending} onClick={answer(false)}>
        {texts.refuse}
      </Button>
    </div>
  )
}
