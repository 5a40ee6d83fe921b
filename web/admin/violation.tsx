import { Button, Group, Modal, NativeSelect, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { sendContentViolationMutation } from '@plaza/client/marketplace/queries'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { texts } from '../texts/admin.ts'
import { texts as shared } from '../texts/ui.ts'
import { showFailure } from '../ui/forms.ts'
import { FormFailure } from '../ui/states.tsx'
import { say } from '../ui/toasts.tsx'

interface Reference {
  model: 'post' | 'user'
  id: string
}
type Action = 'none' | 'warn' | 'hide' | 'remove' | 'suspend'

const actionsOf = ({ model }: Reference) =>
  Object.entries(texts.violation.actions).filter(
    ([action]) => model === 'post' || (action !== 'hide' && action !== 'remove'),
  )

/** Tells a person that something of theirs breaks a rule, and acts on it. */
export function ViolationForm({
  reference,
  recipient,
  name,
  onClose,
}: {
  reference: Reference
  recipient: string
  name: string
  onClose: () => void
}) {
  const queryClient = useQueryClient()
  const [failure, setFailure] = useState<string>()
  const form = useForm({ initialValues: { rule: '', message: '', action: 'warn' as Action } })
  const send = useMutation({
    ...sendContentViolationMutation(),
    onSuccess: () => {
      void queryClient.invalidateQueries()
      say(texts.violation.sent)
      onClose()
    },
    onError: (error) => setFailure(showFailure(form, error)),
  })
  return (
    <Modal
      opened
      onClose={onClose}
      title={texts.violation.title}
      closeButtonProps={{ 'aria-label': shared.close }}
    >
      <form
        onSubmit={form.onSubmit((values) => {
          setFailure(undefined)
          send.mutate({ body: { recipient, reference, ...values } })
        })}
      >
        <Stack>
          <Text dir="auto">{texts.violation.about(name)}</Text>
          <FormFailure message={failure} />
          <TextInput
            required
            maxLength={64}
            label={texts.violation.rule}
            description={texts.violation.ruleHint}
            {...form.getInputProps('rule')}
          />
          <Textarea
            required
            autosize
            minRows={3}
            maxLength={2000}
            label={texts.violation.message}
            {...form.getInputProps('message')}
          />
          <NativeSelect
            label={texts.violation.action}
            data={actionsOf(reference).map(([value, label]) => ({ value, label }))}
            {...form.getInputProps('action')}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {shared.cancel}
            </Button>
            <Button type="submit" color="red" loading={send.isPending}>
              {texts.violation.send}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
