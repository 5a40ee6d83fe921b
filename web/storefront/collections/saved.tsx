import type { FavouriteCard } from '@plaza/client/marketplace'
import { Link } from '@tanstack/react-router'
import { texts } from '../../texts/posts.ts'
import { money } from '../../ui/formats.ts'
import { Picture } from '../../ui/picture.tsx'
import { priceOf } from '../posts/cards.tsx'
import classes from '../posts/my-listings.module.css'

/** A listing that was saved, with what became of it. */
export function Saved({ card }: { card: FavouriteCard }) {
  const isRemoved = card.status === 'removed'
  const content = (
    <>
      <span className={classes.picture}>
        <Picture url={card.photoUrl} alt="" sizes="96px" />
      </span>
      <span className={classes.text}>
        {!isRemoved && <strong>{priceOf(card)}</strong>}
        <span dir="auto" className={classes.title}>
          {isRemoved ? texts.favourites.removed : card.title}
        </span>
        <Change card={card} />
      </span>
    </>
  )
  if (isRemoved) return <div className={classes.link}>{content}</div>
  return (
    <Link to="/listing/$listingId" params={{ listingId: card._id }} className={classes.link}>
      {content}
    </Link>
  )
}

function Change({ card }: { card: FavouriteCard }) {
  if (!card.is_available) return <span className={classes.soft}>{texts.favourites.ended}</span>
  const amount = money(Math.abs(card.price_delta), card.currency)
  if (card.price_delta < 0) return <span className={classes.cheaper}>{texts.favourites.cheaper(amount)}</span>
  if (card.price_delta > 0) return <span className={classes.soft}>{texts.favourites.dearer(amount)}</span>
  return <span className={classes.soft}>{card.address.place}</span>
}
