import { ActionIcon, Title } from '@mantine/core'
import type { CollectedCard, FavouriteCard } from '@plaza/client/marketplace'
import { favouritePostMutation, getPostCollectionInfiniteOptions } from '@plaza/client/marketplace/queries'
import { IconFolderMinus } from '@tabler/icons-react'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { texts } from '../../texts/collections.ts'
import { Failure } from '../../ui/failure.ts'
import { ButtonLink, TextLink } from '../../ui/links.tsx'
import { byCursor } from '../../ui/queries.ts'
import { Empty, Failed, More, messageOf } from '../../ui/states.tsx'
import { useTitle } from '../../ui/title.ts'
import { say } from '../../ui/toasts.tsx'
import { CardGrid, CardGridSkeleton } from '../posts/cards.tsx'
import classes from '../posts/my-listings.module.css'
import { cardsOf } from '../posts/posts.ts'
import { refreshCollections } from './collection-data.ts'
import { CollectionMenu } from './collection-menu.tsx'
import own from './collections.module.css'
import { Saved } from './saved.tsx'

const route = getRouteApi('/collections/$collectionId')

/** What is in a collection: one's own, or one that somebody gave the link of. */
export function Collection() {
  const { collectionId } = route.useParams()
  const { link } = route.useSearch()
  const list = useInfiniteQuery({
    ...getPostCollectionInfiniteOptions({
      path: { collection_id: collectionId },
      query: { limit: 24, ...(link ? { share_token: link } : {}) },
    }),
    ...byCursor,
    staleTime: 0,
  })
  const collection = list.data?.pages[0]?.meta.collection
  if (list.isPending) return <CardGridSkeleton />
  if (!collection) {
    if (list.error instanceof Failure && [400, 404].includes(list.error.status)) return <Gone />
    return <Failed error={list.error} retry={() => list.refetch()} />
  }
  const cards = cardsOf(list.data)
  return (
    <>
      {collection.own && (
        <TextLink to="/favourites" py="sm" display="inline-block">
          {texts.back}
        </TextLink>
      )}
      <Head collection={collection} />
      {cards.length === 0 && (
        <Empty title={texts.empty} {...(collection.own ? { hint: texts.emptyHint } : {})} />
      )}
      {collection.own ? (
        <ul className={classes.list}>
          {cards.filter(isSaved).map((card) => (
            <li key={card._id} className={classes.row}>
              <Saved card={card} />
              {!collection.is_default && <TakeOut card={card} collectionId={collectionId} />}
            </li>
          ))}
        </ul>
      ) : (
        <CardGrid cards={cards} />
      )}
      <More query={list} />
    </>
  )
}

/** In a collection of one's own every listing says what it cost when it was saved. */
const isSaved = (card: CollectedCard): card is CollectedCard & FavouriteCard => card.favourited_at !== null

interface HeadProps {
  collection: { _id: string; name: string; own: boolean; is_default: boolean }
}

function Head({ collection }: HeadProps) {
  const { name, own: isOwn, is_default } = collection
  const shown = is_default ? texts.all : name
  useTitle(shown)
  return (
    <>
      <div className={own.head}>
        <Title order={1} size="h2" dir="auto">
          {shown}
        </Title>
        {isOwn && !is_default && <CollectionMenu collection={collection} />}
      </div>
      {!isOwn && <p className={own.hint}>{texts.sharedBy}</p>}
    </>
  )
}

function TakeOut({ card, collectionId }: { card: FavouriteCard; collectionId: string }) {
  const client = useQueryClient()
  const change = useMutation({
    scope: { id: `collections-${card._id}` },
    ...favouritePostMutation({ keepalive: true }),
    onSuccess: () => refreshCollections(client),
    onError: (error) => say(messageOf(error), 'bad'),
  })
  const put = (favourite: boolean) => ({
    body: { post_id: card._id, collection_id: collectionId, favourite },
  })
  const takeOut = () =>
    change.mutate(put(false), {
      onSuccess: () =>
        say(texts.takenOut, 'good', {
          action: { label: texts.undo, run: () => change.mutate(put(true)) },
        }),
    })
  return (
    <ActionIcon
      loading={change.isPending}
      aria-label={texts.takeOutOf(card.title)}
      c="var(--ink)"
      onClick={takeOut}
    >
      <IconFolderMinus aria-hidden size={20} />
    </ActionIcon>
  )
}

const Gone = () => (
  <Empty title={texts.gone} hint={texts.goneHint}>
    <ButtonLink to="/" mt="sm">
      {texts.look}
    </ButtonLink>
  </Empty>
)
