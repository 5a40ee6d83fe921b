import { Button, Group, Stack, Textarea, Title } from '@mantine/core'
import type { QueueItem } from '@plaza/client/marketplace'
import { decideResubmissionMutation } from '@plaza/client/marketplace/queries'
import { useQueryClient } from '@tanstack/react-query'
import { texts } from '../../../texts/admin/marketplace/queue.ts'
import { money } from '../../../ui/formats.ts'
import { ofNoun } from '../../../ui/queries.ts'
import { useServerForm } from '../../../ui/server-form.ts'
import { FormFailure } from '../../../ui/states.tsx'
import { say } from '../../../ui/toasts.tsx'
import { PrivatePictures } from '../../private-pictures.tsx'
import classes from './queue.module.css'

type Outcome = 'accepted' | 'declined'

interface ResubmissionProps {
  decisionId: string
  now: NonNullable<QueueItem['now']>
}

/** A hidden listing that its author has put right, as it is now, and whether that is enough. */
export const Resubmission = ({ decisionId, now }: ResubmissionProps) => (
  <>
    <section className={classes.frozen} aria-labelledby="now">
      <Title order={3} size="h5" id="now">
        {texts.now}
      </Title>
      <strong dir="auto">{now.title}</strong>
      <span data-figures>{money(now.price, now.currency)}</span>
      <p className={classes.text} dir="auto">
        {now.text}
      </p>
      <PrivatePictures pictures={now.pictures} />
    </section>
    <Answer key={now.version} decisionId={decisionId} now={now} />
  </>
)

function Answer({ decisionId, now }: ResubmissionProps) {
  const client = useQueryClient()
  const form = useServerForm({
    initialValues: { answer: '' },
    mutation: decideResubmissionMutation(),
    request: ({ answer }, _attempt, outcome: Outcome = 'accepted') => ({
      headers: { 'If-Match': String(now.version) },
      body: { decision_id: decisionId, outcome, ...(answer.trim() === '' ? {} : { answer }) },
    }),
    onSuccess: () => {
      say(texts.resubmissionDone)
      return client.invalidateQueries(ofNoun('moderation'))
    },
  })
  return (
    <form onSubmit={form.submit('accepted')}>
      <Stack gap="sm">
        <FormFailure message={form.failure} />
        <Textarea
          autosize
          minRows={2}
          maxLength={2000}
          label={texts.stillWrong}
          {...form.getInputProps('answer')}
        />
        <Group gap="xs">
          <Button type="submit" variant="default" loading={form.isSending}>
            {texts.accept}
          </Button>
          <Button variant="default" loading={form.isSending} onClick={form.submit('declined')}>
            {texts.decline}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
