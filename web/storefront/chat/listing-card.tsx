import type { ChatRoomRecord } from '@plaza/client/marketplace'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { texts } from '../../texts/chat.ts'
import { money } from '../../ui/formats.ts'
import { Picture } from '../../ui/picture.tsx'
import { postQuery } from '../posts/posts.ts'
import classes from './room.module.css'

type Product = NonNullable<ChatRoomRecord['productDetails']>

/** Of what is not to be had any more, the listing itself says whether it can still be looked at. */
function useListing({ product_id, title, is_available }: Product) {
  const isGone = is_available === false
  // Of what was taken down the chat shows no title.
  const { data } = useQuery({ ...postQuery(product_id), enabled: isGone && title !== '' })
  return { isGone: isGone && !data, isClosed: isGone && data?.status === 'closed' }
}

/** What the chat is about; a link, unless it is gone. */
export function ListingCard({ product }: { product: Product }) {
  const { isGone, isClosed } = useListing(product)
  const state = isGone ? texts.gone : isClosed ? texts.listingClosed : product.isSold ? texts.sold : undefined
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
