import { Button } from '@mantine/core'
import type { Post } from '@plaza/client/marketplace'
import { IconShare2 } from '@tabler/icons-react'
import { texts } from '../../../texts/posts.ts'
import { say } from '../../../ui/toasts.tsx'

/** Hands the address on, by what the device has for that; browsers have either only on secure origins. */
export function ShareButton({ post: { title } }: { post: Post }) {
  // The types promise both; browsers have them on secure origins only, and not all of them.
  const { share, clipboard }: Partial<Navigator> = navigator
  if (!share && !clipboard) return null
  const press = async () => {
    const { origin, pathname } = window.location
    const url = origin + pathname
    // To be closed without a choice is no failure.
    if (share) return share.call(navigator, { title, url }).catch(() => undefined)
    await clipboard?.writeText(url)
    say(texts.listing.linkCopied)
  }
  return (
    <Button variant="default" leftSection={<IconShare2 aria-hidden size={18} />} onClick={() => void press()}>
      {texts.listing.share}
    </Button>
  )
}
