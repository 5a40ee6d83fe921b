import { Badge, Button, Group, Title } from '@mantine/core'
import type { Post } from '@plaza/client/marketplace'
import { getMyPostsInfiniteOptions, updatePostMutation } from '@plaza/client/marketplace/queries'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { texts } from '../../texts/posts.ts'
import { number } from '../../ui/formats.ts'
import { ButtonLink } from '../../ui/links.tsx'
import { Picture } from '../../ui/picture.tsx'
import { byCursor } from '../../ui/queries.ts'
import { Empty, Failed, More, messageOf, Waiting } from '../../ui/states.tsx'
import { useTitle } from '../../ui/title.ts'
import { say } from '../../ui/toasts.tsx'
import { BackToYou } from '../accounts/back-to-you.tsx'
import { SaleButtons } from '../sales/sale.tsx'
import { type ListingState, listingStates } from '../search/search-params.ts'
import { Figures } from '../views/figures.tsx'
import { priceOf } from './cards.tsx'
import { EditLink } from './edit-link.tsx'
import { lifeLine } from './life/life-line.ts'
import { LifeMenu } from './life/life-menu.tsx'
import { ReturnButtons } from './life/return-buttons.tsx'
import { Limited } from './limited.tsx'
import classes from './my-listings.module.css'
import { cardsOf, keepPost } from './posts.ts'
import { Vacation } from './vacation.tsx'

/** The server's states, as a seller thinks of them. */
const statusesOf: Record<ListingState, string[]> = {
  active: ['active', 'reserved', 'pending_review'],
  draft: ['draft'],
  sold: ['sold'],
  ended: ['expired', 'closed', 'rejected', 'hidden', 'soft_deleted'],
}

const useListingState = (): ListingState => useSearch({ from: '/signed-in/my-listings' }).state ?? 'active'

export function MyListings() {
  useTitle(texts.mine.title)
  const state = useListingState()
  const list = useInfiniteQuery({
    ...getMyPostsInfiniteOptions({ query: { status: statusesOf[state].join(',') } }),
    ...byCursor,
  })
  const posts = cardsOf(list.data)
  // They are of all states, whichever list they came with.
  const now = list.data?.pages[0]?.meta?.counts
  const [known, setKnown] = useState(now)
  if (now && now !== known) setKnown(now)
  return (
    <>
      <BackToYou />
      <Group justify="space-between" mb="md">
        <Title order={1} size="h2">
          {texts.mine.title}
        </Title>
        <ButtonLink to="/sell">{texts.mine.sell}</ButtonLink>
      </Group>
      <Limited />
      <Vacation />
      <States counts={now ?? known} />
      {state === 'active' && posts.length > 0 && <Figures />}
      {list.isPending && <Waiting />}
      {list.isError && posts.length === 0 && <Failed error={list.error} retry={() => list.refetch()} />}
      {list.isSuccess && posts.length === 0 && <Empty title={texts.mine.empty} hint={texts.mine.emptyHint} />}
      <ul className={classes.list}>
        {posts.map((post) => (
          <li key={post._id} className={classes.row}>
            <Row post={post} />
          </li>
        ))}
      </ul>
      <More query={list} />
    </>
  )
}

function States({ counts }: { counts: Record<string, number> | undefined }) {
  const state = useListingState()
  const count = (of: ListingState) =>
    counts && statusesOf[of].reduce((sum, status) => sum + (counts[status] ?? 0), 0)
  return (
    <nav className={classes.states} aria-label={texts.mine.title}>
      {listingStates.map((one) => {
        const known = count(one)
        return (
          <Link
            key={one}
            to="/my-listings"
            search={{ state: one }}
            className={classes.state}
            aria-current={one === state ? 'page' : undefined}
          >
            {texts.mine.states[one]}{' '}
            <span className={classes.count}>{known !== undefined && number(known)}</span>
          </Link>
        )
      })}
    </nav>
  )
}

function Row({ post }: { post: Post }) {
  return (
    <>
      <Link to="/listing/$listingId" params={{ listingId: post._id }} className={classes.link}>
        <span className={classes.picture}>
          <Picture url={post.photoUrl} alt="" sizes="96px" />
        </span>
        <span className={classes.text}>
          <strong>{priceOf(post)}</strong>
          <span dir="auto" className={classes.title}>
            {post.title}
          </span>
          <span className={classes.soft}>
            {post.status !== 'active' && (
              <Badge color="dark" variant="light" tt="none" size="lg" component="span">
                {texts.listing.states[post.status] ?? post.status}
              </Badge>
            )}{' '}
            {lifeLine(post)}
          </span>
        </span>
      </Link>
      <span className={classes.menu}>
        <LifeMenu post={post} />
      </span>
      <Group gap="xs" className={classes.buttons}>
        {post.status === 'draft' && <PublishButton post={post} />}
        {post.status !== 'soft_deleted' && <EditLink listingId={post._id} />}
        <SaleButtons post={post} isOneOfMany />
        <ReturnButtons post={post} />
      </Group>
    </>
  )
}

function PublishButton({ post }: { post: Post }) {
  const client = useQueryClient()
  const publish = useMutation({
    ...updatePostMutation(),
    onSuccess: (published) => {
      keepPost(client, published)
      say(published.data.review ? texts.listing.review.listing : texts.mine.published)
    },
    onError: (error) => say(messageOf(error), 'bad'),
  })
  return (
    <Button
      loading={publish.isPending}
      onClick={() => publish.mutate({ path: { post_id: post._id }, body: { draft: false } })}
    >
      {texts.mine.publish}
    </Button>
  )
}
