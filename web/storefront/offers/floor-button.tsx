import { Button } from '@mantine/core'
import type { Post } from '@plaza/client/marketplace'
import { useState } from 'react'
import { texts } from '../../texts/offers.ts'
import { lazily } from '../../ui/lazy.tsx'

const FloorDialog = lazily(() => import('./floor-dialog.tsx'), 'FloorDialog')

/** What its seller considers for a listing, for them alone. */
export function FloorButton({ post }: { post: Post }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="default" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {texts.floor}
      </Button>
      {isOpen && <FloorDialog postId={post._id} onClose={() => setOpen(false)} />}
    </>
  )
}
