import { Skeleton, Title } from '@mantine/core'
import type { GetPostDetailResponse, PostCard } from '@plaza/client/marketplace'
import { getRelatedPostsOptions } from '@plaza/client/marketplace/queries'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { texts } from '../../../texts/posts.ts'
import { Failure } from '../../../ui/failure.ts'
import { lazily } from '../../../ui/lazy.tsx'
import { ButtonLink } from '../../../ui/links.tsx'
import { Picture } from '../../../ui/picture.tsx'
import { dataOf } from '../../../ui/queries.ts'
import { Empty, Failed } from '../../../ui/states.tsx'
import { useTitle } from '../../../ui/title.ts'
import { priceOf } from '../cards.tsx'
import { cardSizes } from '../first-sight.ts'
import { knownCard, postQuery } from '../posts.ts'
import { Area } from './area.tsx'
import { Details } from './details.tsx'
import gallery from './gallery.module.css'
import { Gallery } from './gallery.tsx'
import classes from './listing.module.css'
import panel from './panel.module.css'
import { Panel } from './panel.tsx'
import { Rails } from './rails.tsx'
import { useView } from './use-view.ts'

const Comments = lazily(() => import('../../comments/comments.tsx'), 'Comments')
/** The states in which others may have said something. */
const commented = ['active', 'reserved', 'sold', 'closed', 'expired']

const route = getRouteApi('/listing/$listingId')

export function Listing() {
  const { listingId } = route.useParams()
  const client = useQueryClient()
  const query = useQuery(postQuery(listingId))
  // Also of what was seen before, such as one that was deleted just now.
  if (query.error instanceof Failure && [400, 404, 410].includes(query.error.status))
    return <Gone message={query.error.message} />
  if (query.data) return <Shown post={query.data} key={listingId} />
  if (query.isPending) return <Loading card={knownCard(client, listingId)} />
  return <Failed error={query.error} retry={() => query.refetch()} />
}

function Shown({ post }: { post: GetPostDetailResponse['data'] }) {
  useTitle(post.title)
  useView(post)
  const related = useQuery({
    ...getRelatedPostsOptions({ path: { post_id: post._id } }),
    select: dataOf,
  })
  return (
    <article className={classes.frame}>
      <div className={classes.pictures}>
        <Gallery photos={post.media.photoUrl} title={post.title} />
      </div>
      <div className={classes.side}>
        <Panel post={post} onOffer={related.data?.seller.counts.active} />
      </div>
      <div className={classes.body}>
        <section>
          <h2 className={classes.section}>{texts.listing.description}</h2>
          <p className={post.description ? classes.description : classes.soft} dir="auto">
            {post.description || texts.listing.noDescription}
          </p>
        </section>
        <Details post={post} />
        <Area post={post} />
        {commented.includes(post.status) && (
          <section className={classes.comments} aria-labelledby="comments">
            <h2 id="comments" className={classes.section}>
              {texts.listing.comments}
            </h2>
            <Comments post={post} />
          </section>
        )}
      </div>
      <Rails post={post} related={related} />
    </article>
  )
}

/** The picture and the price of the card that led here, until the rest is there. */
const Loading = ({ card }: { card: PostCard | undefined }) => (
  <div className={classes.frame} aria-busy>
    <div className={classes.pictures}>
      <div className={gallery.stage} data-gallery>
        {card ? (
          <Picture url={card.photoUrl} alt="" sizes={cardSizes} ratio="var(--stage)" />
        ) : (
          <Skeleton className={classes.stage} height="auto" radius={0} />
        )}
      </div>
    </div>
    <div className={classes.side}>
      <div className={panel.panel}>
        {card ? (
          <div>
            <p className={panel.price} data-figures>
              {priceOf(card)}
            </p>
            <Title order={1} size="h2" dir="auto">
              {card.title}
            </Title>
          </div>
        ) : (
          <>
            <Skeleton height={34} width="40%" />
            <Skeleton height={28} width="90%" />
          </>
        )}
        <Skeleton height={32} width="60%" />
        <Skeleton height={50} />
        <Skeleton height={92} radius="lg" />
      </div>
    </div>
  </div>
)

const Gone = ({ message }: { message: string }) => (
  <Empty title={message}>
    <ButtonLink to="/search" mt="sm">
      {texts.listing.toSearch}
    </ButtonLink>
  </Empty>
)
