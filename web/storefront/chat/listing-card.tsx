import type { ChatRoomRecord } from '@plaza/client/marketplace'
import { Link } from '@tanstack/react-router'
import { texts } from '../../texts/chat.ts'
import { money } from '../../ui/formats.ts'
import { Picture } from '../../ui/picture.tsx'
import classes from './room.module.css'

type Product = NonNullable<ChatRoomRecord['productDetails']>

/** What the chat is about; a link, unless it is gone. */
export function ListingCard({ product }: { product: Product }) {
  const isGone = product.is_available === false
  const state = isGone ? texts.gone : product.isSold ? texts.sold : undefined
  const content = (
    <>
      <span className={classes.thingPicture}>
        <Picture url={product.media.photoUrl[0]} alt="" sizes="48px" />
      </span>
      <span className={classes.thingWords}>
        <span className={classes.thingTitle} dir="auto">
          {product.title}
        </span>
        <strong>{product.price === 0 ? texts.free : money(product.price, product.currency)}</strong>
        {state && ` · ${state}`}
      </span>
    </>
  )
  if (isGone) return <div className={classes.thing}>{content}</div>
  return (
    <Link to="/listing/$listingId" params={{ listingId: product.product_id }} className={classes.thing}>
      {content}
    </Link>
  )
}
