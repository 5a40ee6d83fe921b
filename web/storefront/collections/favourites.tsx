import { ActionIcon, Title } from '@mantine/core'
import { getFavouritesInfiniteOptions } from '@plaza/client/marketplace/queries'
import { IconFolderPlus } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { texts as collections } from '../../texts/collections.ts'
import { texts } from '../../texts/posts.ts'
import { ButtonLink } from '../../ui/links.tsx'
import { byCursor } from '../../ui/queries.ts'
import { Empty, Failed, More, Waiting } from '../../ui/states.tsx'
import { useTitle } from '../../ui/title.ts'
import { BackToYou } from '../accounts/back-to-you.tsx'
import classes from '../posts/my-listings.module.css'
import { cardsOf } from '../posts/posts.ts'
import { collect } from './collecting.ts'
import { FavouriteButton } from './favourite-button.tsx'
import { Saved } from './saved.tsx'
import { CollectionStrip } from './strip.tsx'

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
      <BackToYou />
      <Title order={1} size="h2" mb="md">
        {texts.favourites.title}
      </Title>
      <CollectionStrip />
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
            <span className={classes.pair}>
              {card.status !== 'removed' && (
                <ActionIcon
                  aria-label={collections.sortOf(card.title)}
                  aria-haspopup="dialog"
                  c="var(--ink)"
                  onClick={() => collect(card)}
                >
                  <IconFolderPlus aria-hidden size={20} />
                </ActionIcon>
              )}
              <FavouriteButton post={card} />
            </span>
          </li>
        ))}
      </ul>
      <More query={list} />
    </>
  )
}
