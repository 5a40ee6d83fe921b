import { Button, Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { texts } from '../texts/ui.ts'
import { Dialog } from './dialog.tsx'
import { FormFailure, messageOf } from './states.tsx'

interface ConfirmationProps {
  title: string
  hint?: string | undefined
  /** What the button that does it says. */
  action: string
  isGrave?: boolean
  change: { mutate: () => void; isPending: boolean; error: unknown }
  /** What must be told first. */
  children?: ReactNode
  isReady?: boolean
  onClose: () => void
}

/** Asks before something is done that somebody may regret. */
export const Confirmation = ({
  title,
  hint,
  action,
  isGrave = false,
  change,
  children,
  isReady = true,
  onClose,
}: ConfirmationProps) => (
  <Dialog onClose={onClose} title={title}>
    <Stack>
      {hint && <Text>{hint}</Text>}
      <FormFailure message={change.error ? messageOf(change.error) : undefined} />
      {children}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {texts.cancel}
        </Button>
        <Button
          color={isGrave ? 'red' : 'teal'}
          disabled={!isReady}
          loading={change.isPending}
          onClick={() => change.mutate()}
        >
          {action}
        </Button>
      </Group>
    </Stack>
  </Dialog>
)
