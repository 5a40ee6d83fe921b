import type { Post } from '@plaza/client/marketplace'
import { IconPencil } from '@tabler/icons-react'
import { texts } from '../../../texts/posts.ts'
import { ButtonLink } from '../../../ui/links.tsx'
import { FloorButton } from '../../offers/floor-button.tsx'
import { SaleButtons } from '../../sales/sale.tsx'
import { LifeMenu } from '../life/life-menu.tsx'
import { ReturnButtons } from '../life/return-buttons.tsx'
import classes from './actions.module.css'
import { ShareButton } from './share-button.tsx'

/** What its owner can do: change a listing, sell it, and what else there is in its life. */
export function OwnActions({ post }: { post: Post }) {
  const isOpen = post.status === 'active' || post.status === 'reserved'
  return (
    <div className={classes.actions}>
      <ButtonLink
        to="/sell/$listingId"
        params={{ listingId: post._id }}
        variant="default"
        leftSection={<IconPencil aria-hidden size={18} />}
      >
        {texts.listing.edit}
      </ButtonLink>
      <SaleButtons post={post} />
      {isOpen && post.allow_offers && <FloorButton post={post} />}
      <ReturnButtons post={post} />
      <ShareButton post={post} />
      <LifeMenu post={post} />
    </div>
  )
}
