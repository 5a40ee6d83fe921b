import { Button, Group, Stack, Textarea } from '@mantine/core'
import type { QueuedReview } from '@plaza/client/marketplace'
import { texts } from '../../../texts/admin/marketplace/moderation.ts'
import { texts as shared } from '../../../texts/ui.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { useServerForm } from '../../../ui/server-form.ts'
import { FormFailure } from '../../../ui/states.tsx'
import { decisionOn, holdSeconds } from './triage.ts'

const words = texts.reviews

interface RejectionProps {
  review: QueuedReview
  onClose: () => void
  onRejected: () => void
  isGone: (error: unknown) => boolean
}

/** Why something cannot appear: in the moderator's own words, or in some that fit often. */
export function Rejection({ review, onClose, onRejected, isGone }: RejectionProps) {
  const form = useServerForm({
    initialValues: { message: '' },
    mutation: decisionOn(review),
    request: ({ message }) => ({
      path: { post_id: review.post._id },
      body: { decision: 'decline' as const, message, hold_seconds: holdSeconds },
    }),
    onSuccess: onRejected,
    onRefused: isGone,
  })
  return (
    <Dialog onClose={onClose} title={words.rejectOf(review.post.title)}>
      <form onSubmit={form.submit()}>
        <Stack>
          <FormFailure message={form.failure} />
          <Group role="group" aria-label={words.presets.label} gap="xs">
            {words.presets.reasons.map(({ name, message }) => (
              <Button
                key={name}
                variant="default"
                size="xs"
                radius="xl"
                onClick={() => form.setFieldValue('message', message)}
              >
                {name}
              </Button>
            ))}
          </Group>
          <Textarea
            required
            autosize
            data-autofocus
            minRows={4}
            maxLength={1000}
            label={words.message}
            description={words.messageHint}
            {...form.getInputProps('message')}
            onKeyDown={({ key, metaKey, ctrlKey, currentTarget }) => {
              if (key === 'Enter' && (metaKey || ctrlKey)) currentTarget.form?.requestSubmit()
            }}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {shared.cancel}
            </Button>
            <Button type="submit" color="red" loading={form.isSending}>
              {words.reject}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
