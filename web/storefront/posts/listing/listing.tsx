import { Alert, Badge, Skeleton, Title } from '@mantine/core'
import type { Post } from '@plaza/client/marketplace'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { texts as reasons } from '../../../texts/moderation.ts'
import { texts } from '../../../texts/posts.ts'
import { Failure } from '../../../ui/failure.ts'
import { ago, date, list } from '../../../ui/formats.ts'
import { ButtonLink } from '../../../ui/links.tsx'
import { Empty, Failed } from '../../../ui/states.tsx'
import { useTitle } from '../../../ui/title.ts'
import { FavouriteButton } from '../../collections/favourite-button.tsx'
import { priceOf } from '../cards.tsx'
import { postQuery } from '../posts.ts'
import { Actions } from './actions.tsx'
import { Area } from './area.tsx'
import { Details } from './details.tsx'
import { Gallery } from './gallery.tsx'
import classes from './listing.module.css'

const route = getRouteApi('/listing/$listingId')

export function Listing() {
  const { listingId } = route.useParams()
  const query = useQuery(postQuery(listingId))
  if (query.data) return <Shown post={query.data} key={listingId} />
  if (query.isPending) return <Loading />
  if (query.error instanceof Failure && [400, 404, 410].includes(query.error.status))
    return <Gone message={query.error.message} />
  return <Failed error={query.error} retry={() => query.refetch()} />
}

function Shown({ post }: { post: Post }) {
  useTitle(post.title)
  return (
    <article className={classes.frame}>
      <div className={classes.pictures}>
        <Gallery photos={post.media.photoUrl} title={post.title} />
      </div>
      <div className={classes.head}>
        <State post={post} />
        <Review post={post} />
        <div className={classes.price}>
          <span>{priceOf(post)}</span>
          {!post.own && <FavouriteButton post={post} className={classes.heart} />}
        </div>
        <Title order={1} size="h3" dir="auto" className={classes.title}>
          {post.title}
        </Title>
        <p className={classes.soft}>
          {[
            post.published_at && texts.listing.published(ago(post.published_at)),
            post.favourite_count > 0 && texts.listing.saved(post.favourite_count),
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
        <Actions post={post} />
        <Seller post={post} />
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
      </div>
    </article>
  )
}

function State({ post }: { post: Post }) {
  if (post.status === 'active') return null
  const hint =
    !post.own && post.isSold
      ? texts.listing.soldHint
      : !post.own && post.status === 'reserved'
        ? texts.listing.reservedHint
        : undefined
  return (
    <Alert color={post.isSold ? 'gray' : 'clay'} variant="light" mb="sm" p="sm" role="status">
      <Badge color="dark" variant="filled" tt="none" size="lg">
        {texts.listing.states[post.status] ?? post.status}
      </Badge>{' '}
      {hint}{' '}
      {post.isSold && (
        <Link to="/search" search={{ category: post.category._id }} className={classes.similar}>
          {texts.listing.similar}
        </Link>
      )}
    </Alert>
  )
}

/** What its author is told of a listing or a change that waits for a moderator, or was declined. */
function Review({ post: { review } }: { post: Post }) {
  if (!review) return null
  const words = texts.listing.review
  const isDeclined = review.state === 'declined'
  return (
    <Alert color="clay" variant="light" mb="sm" p="sm" role="note">
      {isDeclined ? (
        <>
          {review.change ? words.declinedChange : words.declinedListing} <q dir="auto">{review.message}</q>
        </>
      ) : (
        <>
          {review.change ? words.change : words.listing}{' '}
          {words.because(list(review.reasons.map((reason) => reasons[reason] ?? reason)))}
        </>
      )}
    </Alert>
  )
}

const Seller = ({ post: { seller } }: { post: Post }) => (
  <section className={classes.seller} aria-label={texts.listing.seller}>
    <span className={classes.initial} aria-hidden>
      {seller.profile_photo_url ? (
        <img src={seller.profile_photo_url} alt="" width={44} height={44} />
      ) : (
        [...seller.name][0]
      )}
    </span>
    <span>
      <strong className={classes.sellerName}>
        <bdi>{seller.name}</bdi>
      </strong>
      <span className={classes.soft}>{texts.listing.memberSince(date(seller.member_since))}</span>
    </span>
  </section>
)

const Loading = () => (
  <div className={classes.frame} aria-hidden>
    <div className={classes.pictures}>
      <Skeleton className={classes.stage} height="auto" />
    </div>
    <div className={classes.head}>
      <Skeleton height={34} width="40%" />
      <Skeleton height={28} mt="sm" width="90%" />
      <Skeleton height={44} mt="lg" />
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
