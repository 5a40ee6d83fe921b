import { Button, Group, Stack, Textarea } from '@mantine/core'
import type { MutationFunction } from '@tanstack/react-query'
import { useQueryClient } from '@tanstack/react-query'
import { ofNoun } from '../../../ui/queries.ts'
import { useServerForm } from '../../../ui/server-form.ts'
import { FormFailure } from '../../../ui/states.tsx'
import { say } from '../../../ui/toasts.tsx'
import type { OnDecided } from './queue-item.ts'

interface AnswerFormProps<Outcome extends string, Request> {
  mutation: { mutationFn?: MutationFunction<unknown, Request> | undefined }
  request: (outcome: Outcome, answer: string) => Request
  label: string
  isRequired?: boolean
  /** What its buttons say; whoever presses Enter means the first. */
  outcomes: readonly [readonly [Outcome, string], readonly [Outcome, string]]
  done: string
  onDecided: OnDecided
}

/** One of two ends of what waits for staff, with an answer to whoever it is about. */
export function AnswerForm<Outcome extends string, Request>({
  mutation,
  request,
  label,
  isRequired = false,
  outcomes,
  done,
  onDecided,
}: AnswerFormProps<Outcome, Request>) {
  const client = useQueryClient()
  const [[first]] = outcomes
  const form = useServerForm({
    initialValues: { answer: '' },
    mutation,
    request: ({ answer }, _attempt, outcome: Outcome = first) => request(outcome, answer),
    onSuccess: async () => {
      say(done)
      await onDecided()
      await client.invalidateQueries(ofNoun('moderation'))
    },
  })
  return (
    <form onSubmit={form.submit(first)}>
      <Stack gap="sm">
        <FormFailure message={form.failure} />
        <Textarea
          required={isRequired}
          autosize
          minRows={2}
          maxLength={2000}
          label={label}
          {...form.getInputProps('answer')}
        />
        <Group gap="xs">
          {outcomes.map(([outcome, text]) => (
            <Button
              key={outcome}
              type={outcome === first ? 'submit' : 'button'}
              variant="default"
              loading={form.isSending}
              onClick={outcome === first ? undefined : form.submit(outcome)}
            >
              {text}
            </Button>
          ))}
        </Group>
      </Stack>
    </form>
  )
}
