import { Button, Group, NativeSelect, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { sendContentViolationMutation } from '@plaza/client/marketplace/queries'
import { useQueryClient } from '@tanstack/react-query'
import { texts as words } from '../../../texts/admin/marketplace/moderation.ts'
import { texts as shared } from '../../../texts/ui.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { useServerForm } from '../../../ui/server-form.ts'
import { FormFailure } from '../../../ui/states.tsx'
import { say } from '../../../ui/toasts.tsx'

interface Reference {
  model: 'post' | 'user'
  id: string
}
type Action = 'none' | 'warn' | 'hide' | 'remove' | 'suspend'

const texts = words.violation

const actionsOf = ({ model }: Reference) =>
  Object.entries(texts.actions).filter(
    ([action]) => model === 'post' || (action !== 'hide' && action !== 'remove'),
  )

interface ViolationProps {
  reference: Reference
  recipient: string
  name: string
}

/** Tells a person that something of theirs breaks a rule, and acts on it. */
export function ViolationButton(about: ViolationProps) {
  const [isWriting, writing] = useDisclosure(false)
  return (
    <>
      <Button variant="default" c="var(--bad)" onClick={writing.open}>
        {texts.open}
      </Button>
      {isWriting && <ViolationForm {...about} onClose={writing.close} />}
    </>
  )
}

function ViolationForm({ reference, recipient, name, onClose }: ViolationProps & { onClose: () => void }) {
  const queryClient = useQueryClient()
  const form = useServerForm({
    initialValues: { rule: '', message: '', action: 'warn' as Action },
    mutation: sendContentViolationMutation(),
    request: (values) => ({ body: { recipient, reference, ...values } }),
    onSuccess: () => {
      void queryClient.invalidateQueries()
      say(texts.sent)
      onClose()
    },
  })
  return (
    <Dialog onClose={onClose} title={texts.title}>
      <form onSubmit={form.submit()}>
        <Stack>
          <Text dir="auto">{texts.about(name)}</Text>
          <FormFailure message={form.failure} />
          <TextInput
            required
            maxLength={64}
            label={texts.rule}
            description={texts.ruleHint}
            {...form.getInputProps('rule')}
          />
          <Textarea
            required
            autosize
            minRows={3}
            maxLength={2000}
            label={texts.message}
            {...form.getInputProps('message')}
          />
          <NativeSelect
            label={texts.action}
            data={actionsOf(reference).map(([value, label]) => ({ value, label }))}
            {...form.getInputProps('action')}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {shared.cancel}
            </Button>
            <Button type="submit" color="red" loading={form.isSending}>
              {texts.send}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
