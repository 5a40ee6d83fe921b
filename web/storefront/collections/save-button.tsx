import { Button } from '@mantine/core'
import { texts } from '../../texts/storefront.ts'
import { type Favourable, useHeart } from './use-heart.ts'

/** The heart of a listing as a button that says what it does. */
export function SaveButton({ post }: { post: Favourable }) {
  const { isSaved, Icon, props } = useHeart(post)
  return (
    <Button
      variant="default"
      leftSection={<Icon aria-hidden size={18} color={isSaved ? 'var(--bad)' : undefined} />}
      {...props}
      // What is to be read is a part of what is heard.
      aria-label={isSaved ? `${props['aria-label']}: ${texts.listing.isSaved}` : props['aria-label']}
    >
      {isSaved ? texts.listing.isSaved : texts.listing.saveShort}
    </Button>
  )
}
