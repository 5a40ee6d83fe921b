import { Button, Group, Stack, Textarea } from '@mantine/core'
import { confirmBanMutation, decideAppealMutation } from '@plaza/client/marketplace/queries'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { texts } from '../../../texts/admin/marketplace/queue.ts'
import { ofNoun } from '../../../ui/queries.ts'
import { useServerForm } from '../../../ui/server-form.ts'
import { FormFailure, messageOf } from '../../../ui/states.tsx'
import { say } from '../../../ui/toasts.tsx'
import classes from './queue.module.css'

type Outcome = 'upheld' | 'overturned'

/** The end of an appeal, with an answer to whoever made it. */
export function AppealForm({ decisionId }: { decisionId: string }) {
  const client = useQueryClient()
  const form = useServerForm({
    initialValues: { answer: '' },
    mutation: decideAppealMutation(),
    request: ({ answer }, _attempt, outcome: Outcome = 'upheld') => ({
      body: { decision_id: decisionId, outcome, answer },
    }),
    onSuccess: () => {
      say(texts.appealDone)
      return client.invalidateQueries(ofNoun('moderation'))
    },
  })
  return (
    <form onSubmit={form.submit('upheld')}>
      <Stack gap="sm">
        <FormFailure message={form.failure} />
        <Textarea
          required
          autosize
          minRows={2}
          maxLength={2000}
          label={texts.answer}
          {...form.getInputProps('answer')}
        />
        <Group gap="xs">
          <Button type="submit" variant="default" loading={form.isSending}>
            {texts.uphold}
          </Button>
          <Button variant="default" loading={form.isSending} onClick={form.submit('overturned')}>
            {texts.overturn}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** What the second person says of a ban. */
export function ConfirmBar({ decisionId }: { decisionId: string }) {
  const client = useQueryClient()
  const settle = useMutation({
    ...confirmBanMutation(),
    onSuccess: (_, { body }) => {
      say(body.is_confirmed ? texts.confirmed : texts.refused)
      return client.invalidateQueries(ofNoun('moderation'))
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
