import { Title } from '@mantine/core'
import type { FavouriteCard } from '@plaza/client/marketplace'
import { getFavouritesInfiniteOptions } from '@plaza/client/marketplace/queries'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { texts } from '../../texts/posts.ts'
import { money } from '../../ui/formats.ts'
import { ButtonLink } from '../../ui/links.tsx'
import { Picture } from '../../ui/picture.tsx'
import { byCursor } from '../../ui/queries.ts'
import { Empty, Failed, More, Waiting } from '../../ui/states.tsx'
import { useTitle } from '../../ui/title.ts'
import { priceOf } from '../posts/cards.tsx'
import classes from '../posts/my-listings.module.css'
import { cardsOf } from '../posts/posts.ts'
import { FavouriteButton } from './favourite-button.tsx'

/** What the person saved, with what became of the price. */
export function Favourites() {
  useTitle(texts.favourites.title)
  const list = useInfiniteQuery({
    ...getFavouritesInfiniteOptions(),
    ...byCursor,
    // Always asked anew: hearts are pressed on many pages. Within a visit a pressed one stays to be pressed again.
    staleTime: 0,
  })
  const cards = cardsOf(list.data)
  return (
    <>
      <Title order={1} size="h2" mb="md">
        {texts.favourites.title}
      </Title>
      {list.isPending && <Waiting />}
      {list.isError && cards.length === 0 && <Failed error={list.error} retry={() => list.refetch()} />}
      {list.isSuccess && cards.length === 0 && (
        <Empty title={texts.favourites.empty} hint={texts.favourites.emptyHint}>
          <ButtonLink to="/" mt="sm">
            {texts.favourites.look}
          </ButtonLink>
        </Empty>
      )}
      <ul className={classes.list}>
        {cards.map((card) => (
          <li key={card._id} className={classes.row}>
            <Saved card={card} />
            <FavouriteButton post={card} />
          </li>
        ))}
      </ul>
      <More query={list} />
    </>
  )
}

function Saved({ card }: { card: FavouriteCard }) {
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
