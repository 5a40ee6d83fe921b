import { Button, Group, TextInput } from '@mantine/core'
import { say } from './toasts.tsx'

interface Words {
  link: string
  copy: string
  copied: string
  share: string
}

/** Where browsers give neither way to hand it on, it can be copied by hand. */
export function LinkToShare({ url, texts }: { url: string; texts: Words }) {
  const { share, clipboard }: Partial<Navigator> = navigator
  return (
    <>
      <TextInput
        label={texts.link}
        readOnly
        dir="ltr"
        value={url}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <Group grow>
        {clipboard && (
          <Button
            onClick={() =>
              void clipboard
                .writeText(url)
                .then(() => say(texts.copied))
                .catch(() => undefined)
            }
          >
            {texts.copy}
          </Button>
        )}
        {share && (
          // To be closed without a choice is no failure.
          <Button onClick={() => void share.call(navigator, { url }).catch(() => undefined)}>
            {texts.share}
          </Button>
        )}
      </Group>
    </>
  )
}
