import type { FavouriteCard, ListedPostCard, PostCard } from '@plaza/client/marketplace'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { texts as conditions } from '../../texts/conditions.ts'
import { texts } from '../../texts/storefront.ts'
import { distance, money } from '../../ui/formats.ts'
import { Picture } from '../../ui/picture.tsx'
import { FavouriteButton } from '../collections/favourite-button.tsx'
import type { Condition } from '../search/search-params.ts'
import { useShown } from '../views/impressions.ts'
import classes from './cards.module.css'
import { cardSizes, railSizes } from './first-sight.ts'
import { morphFrom } from './morph.ts'

/** Any listing of a list; of what somebody saved, also what was taken down. */
type ShownCard = Omit<ListedPostCard, 'status'> & Pick<FavouriteCard, 'status'>

interface CardGridProps {
  cards: readonly ShownCard[]
  /** Stands across the grid after so many cards, or after all of them where they are fewer. */
  between?: { after: number; content: ReactNode }
}

/** Listings as a grid of pictures with their price. */
export const CardGrid = ({ cards, between }: CardGridProps) => {
  const items = cards.map((card, index) => (
    <Item key={card._id} card={card} sizes={cardSizes} isFirst={index < 4} />
  ))
  const wide = between && (
    <li key="between" className={classes.wide}>
      {between.content}
    </li>
  )
  return <ul className={classes.grid}>{wide ? items.toSpliced(between.after, 0, wide) : items}</ul>
}

/** Some listings side by side, to be pushed along. */
export const CardRail = ({ cards }: { cards: readonly PostCard[] }) => (
  <ul className={classes.rail}>
    {cards.map((card) => (
      <Item key={card._id} card={card} sizes={railSizes} />
    ))}
  </ul>
)

export const priceOf = ({ price, currency }: { price: number; currency: string }): string =>
  price === 0 ? texts.listing.free : money(price, currency)

/** The condition in words; as the server says it where it says one that is not known here. */
export const conditionOf = ({ condition }: { condition: string | null }): string =>
  condition === null ? '' : (conditions[condition as Condition] ?? condition)

interface CardProps {
  card: ShownCard
  sizes: string
  isFirst?: boolean
}

const Item = (props: CardProps) => (
  <li ref={useShown(props.card._id)} className={classes.item}>
    <Card {...props} />
  </li>
)

function Card({ card, sizes, isFirst = false }: CardProps) {
  // The distance first: it stays where the place does not fit.
  const where = [card.distance_km === null ? '' : distance(card.distance_km), card.address.place]
  return (
    <>
      <Link
        to="/listing/$listingId"
        params={{ listingId: card._id }}
        className={classes.card}
        viewTransition
        onClick={morphFrom}
      >
        <span data-picture className={classes.picture}>
          <Picture url={card.photoUrl} alt="" sizes={sizes} isFirst={isFirst} />
        </span>
        <span className={classes.worth}>
          <strong className={classes.price} data-figures>
            {priceOf(card)}
          </strong>
          <span className={classes.soft}>{conditionOf(card)}</span>
        </span>
        <span className={classes.title} dir="auto">
          {card.title}
        </span>
        <span className={classes.place} dir="auto">
          {where.filter(Boolean).join(' · ')}
        </span>
      </Link>
      <Ribbon card={card} />
      <FavouriteButton post={card} className={classes.heart} />
    </>
  )
}

function Ribbon({ card }: { card: ShownCard }) {
  if (card.isSold) return <span className={classes.ribbon}>{texts.listing.sold}</span>
  if (card.status === 'reserved') return <span className={classes.ribbon}>{texts.listing.reserved}</span>
  if (card.is_urgent) return <span className={classes.ribbon}>{texts.listing.urgent}</span>
  if (card.is_promoted) return <span className={classes.ribbon}>{texts.listing.promoted}</span>
  return null
}

const boxes = (count: number) =>
  Array.from({ length: count }, (_, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: equal boxes
    <div key={index} className={classes.skeleton}>
      <i />
      <i />
      <i />
      <i />
    </div>
  ))

export const CardGridSkeleton = () => (
  <div className={classes.grid} aria-hidden>
    {boxes(8)}
  </div>
)

export const CardRailSkeleton = () => (
  <div className={classes.rail} aria-hidden>
    {boxes(6)}
  </div>
)
