import type { Post } from '@plaza/client/marketplace'
import { FloorButton } from '../../offers/floor-button.tsx'
import { SaleButtons } from '../../sales/sale.tsx'
import { EditLink } from '../edit-link.tsx'
import { LifeMenu } from '../life/life-menu.tsx'
import { ReturnButtons } from '../life/return-buttons.tsx'
import classes from './actions.module.css'
import { ShareButton } from './share-button.tsx'

/** What its owner can do: change a listing, sell it, and what else there is in its life. */
export function OwnActions({ post }: { post: Post }) {
  const isOpen = post.status === 'active' || post.status === 'reserved'
  return (
    <div className={classes.actions}>
      <EditLink listingId={post._id} />
      <SaleButtons post={post} />
      {isOpen && post.allow_offers && <FloorButton post={post} />}
      <ReturnButtons post={post} />
      <ShareButton post={post} />
      <LifeMenu post={post} />
    </div>
  )
}
