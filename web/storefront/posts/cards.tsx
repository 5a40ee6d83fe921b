import { Skeleton } from '@mantine/core'
import type { PostCard } from '@plaza/client/marketplace'
import { Link } from '@tanstack/react-router'
import { texts } from '../../texts/storefront.ts'
import { distance, money } from '../../ui/formats.ts'
import { Picture } from '../../ui/picture.tsx'
import { FavouriteButton } from '../collections/favourite-button.tsx'
import classes from './cards.module.css'
import { cardSizes } from './first-sight.ts'

/** Listings as a grid of pictures with their price. */
export function CardGrid({ cards }: { cards: readonly PostCard[] }) {
  return (
    <ul className={classes.grid}>
      {cards.map((card, index) => (
        <li key={card._id} className={classes.item}>
          <Card card={card} isFirst={index < 4} />
        </li>
      ))}
    </ul>
  )
}

export const priceOf = ({ price, currency }: { price: number; currency: string }): string =>
  price === 0 ? texts.listing.free : money(price, currency)

function Card({ card, isFirst }: { card: PostCard; isFirst: boolean }) {
  return (
    <>
      <Link to="/listing/$listingId" params={{ listingId: card._id }} className={classes.card}>
        <Picture url={card.photoUrl} alt="" sizes={cardSizes} isFirst={isFirst} />
        <strong className={classes.price}>{priceOf(card)}</strong>
        <span className={classes.title} dir="auto">
          {card.title}
        </span>
        <span className={classes.place} dir="auto">
          {[card.address.place, card.distance_km === null ? '' : distance(card.distance_km)]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </Link>
      <Ribbon card={card} />
      <FavouriteButton post={card} className={classes.heart} />
    </>
  )
}

function Ribbon({ card }: { card: PostCard }) {
  if (card.isSold) return <span className={classes.ribbon}>{texts.listing.sold}</span>
  if (card.status === 'reserved') return <span className={classes.ribbon}>{texts.listing.reserved}</span>
  return null
}

export const CardGridSkeleton = () => (
  <div className={classes.grid} aria-hidden>
    {Array.from({ length: 8 }, (_, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: eight equal boxes
      <div key={index} className={classes.card}>
        <Skeleton style={{ aspectRatio: 1 }} height="auto" radius="md" />
        <Skeleton height={18} mt={8} width="40%" />
        <Skeleton height={16} mt={6} width="85%" />
        <Skeleton height={14} mt={6} width="55%" />
      </div>
    ))}
  </div>
)
