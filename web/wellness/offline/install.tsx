import { Button } from '@mantine/core'
import { IconDeviceMobileDown } from '@tabler/icons-react'
import { useSyncExternalStore } from 'react'
import { texts } from '../../texts/wellness.ts'
import { type InstallPrompt, promptNow, promptOf, subscribe } from './prompt.ts'

/** Puts the app on the start screen; nothing where the browser has no such question, or it is there already. */
export function InstallButton() {
  const prompt: InstallPrompt | undefined = useSyncExternalStore(subscribe, promptOf)
  if (!prompt) return null
  return (
    <Button
      variant="light"
      leftSection={<IconDeviceMobileDown aria-hidden size={20} />}
      onClick={() => void promptNow()}
    >
      {texts.you.install}
    </Button>
  )
}
