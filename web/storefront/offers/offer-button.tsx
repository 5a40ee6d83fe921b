import { Button } from '@mantine/core'
import type { Post } from '@plaza/client/marketplace'
import { IconTag } from '@tabler/icons-react'
import { useState } from 'react'
import { texts } from '../../texts/offers.ts'
import { lazily } from '../../ui/lazy.tsx'
import { usePersonId } from '../../ui/session.ts'
import { useSignInFirst } from '../accounts/sign-in-first.ts'
import { session } from '../session.ts'

const OfferDialog = lazily(() => import('./offer-dialogs.tsx'), 'OfferDialog')

/** Where the seller takes offers: names them a price, in a chat about the listing. */
export function OfferButton({ post }: { post: Post }) {
  const [isOpen, setOpen] = useState(false)
  const isSignedIn = usePersonId(session) !== ''
  const signInFirst = useSignInFirst()
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconTag aria-hidden size={18} />}
        aria-haspopup="dialog"
        onClick={() => (isSignedIn ? setOpen(true) : signInFirst())}
      >
        {texts.make}
      </Button>
      {isOpen && <OfferDialog post={post} onClose={() => setOpen(false)} />}
    </>
  )
}
