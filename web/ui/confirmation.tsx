import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { texts } from '../texts/ui.ts'
import { FormFailure, messageOf } from './states.tsx'

interface ConfirmationProps {
  title: string
  hint: string
  /** What the button that does it says. */
  action: string
  isGrave?: boolean
  change: { mutate: () => void; isPending: boolean; error: unknown }
  onClose: () => void
}

/** Asks before something is done that somebody may regret. */
export const Confirmation = ({
  title,
  hint,
  action,
  isGrave = false,
  change,
  onClose,
}: ConfirmationProps) => (
  <Modal opened onClose={onClose} title={title} closeButtonProps={{ 'aria-label': texts.close }}>
    <Stack>
      <Text>{hint}</Text>
      <FormFailure message={change.error ? messageOf(change.error) : undefined} />
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {texts.cancel}
        </Button>
        <Button color={isGrave ? 'red' : 'teal'} loading={change.isPending} onClick={() => change.mutate()}>
          {action}
        </Button>
      </Group>
    </Stack>
  </Modal>
)
