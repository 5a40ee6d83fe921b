import { Skeleton, Title } from '@mantine/core'
import type { PublicProfile } from '@plaza/client/marketplace'
import { getPostsOfPersonInfiniteOptions, getProfileForWebOptions } from '@plaza/client/marketplace/queries'
import { IconConfetti, IconMapPin, IconRosetteDiscountCheckFilled } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { texts as people } from '../../texts/people.ts'
import { texts } from '../../texts/posts.ts'
import { texts as reviews } from '../../texts/reviews.ts'
import { month } from '../../ui/dates.ts'
import { Failure } from '../../ui/failure.ts'
import { ButtonLink } from '../../ui/links.tsx'
import { byCursor, dataOf } from '../../ui/queries.ts'
import { usePersonId } from '../../ui/session.ts'
import { Empty, Failed, More } from '../../ui/states.tsx'
import { useTitle } from '../../ui/title.ts'
import { Face } from '../accounts/face.tsx'
import { FollowButton } from '../connections/follow-button.tsx'
import { PersonMenu } from '../connections/person-menu.tsx'
import { CardGrid, CardGridSkeleton } from '../posts/cards.tsx'
import { cardsOf } from '../posts/posts.ts'
import { ReportButton } from '../reports/report-button.tsx'
import { PersonReviews } from '../reviews/person-reviews.tsx'
import { session } from '../session.ts'
import classes from './seller.module.css'

const route = getRouteApi('/sellers/$sellerId')

/** Somebody who sells, as everybody may know them, with what they have on offer. */
export function Seller() {
  const { sellerId } = route.useParams()
  const query = useQuery({ ...getProfileForWebOptions({ path: { user_id: sellerId } }), select: dataOf })
  // Also of whom was seen before, such as somebody who was blocked just now.
  if (query.error instanceof Failure && [400, 404].includes(query.error.status)) return <Gone />
  if (query.data) return <Shown seller={query.data} key={sellerId} />
  if (query.isPending) return <Loading />
  return <Failed error={query.error} retry={() => query.refetch()} />
}

const Shown = ({ seller }: { seller: PublicProfile }) => (
  <>
    <Head seller={seller} />
    <section aria-labelledby="listings">
      <h2 id="listings" className={classes.section}>
        {texts.seller.listings}
      </h2>
      <Listings seller={seller} />
    </section>
    <section aria-labelledby="reviews">
      <h2 id="reviews" className={classes.section}>
        {reviews.title}
      </h2>
      <PersonReviews person={seller} />
    </section>
  </>
)

function Head({ seller }: { seller: PublicProfile }) {
  useTitle(seller.name)
  const isOwn = usePersonId(session) === seller._id
  const { active, sold } = seller.counts
  return (
    <header className={classes.head}>
      <Face url={seller.profile_photo_url} name={seller.name} size={96} />
      <div className={classes.about}>
        <Title order={1} className={classes.name}>
          <bdi>{seller.name}</bdi>
          {seller.badges.includes('verified') && (
            <IconRosetteDiscountCheckFilled role="img" aria-label={texts.listing.verified} size={26} />
          )}
          {seller.badges.includes('birthday_hat') && (
            <IconConfetti role="img" aria-label={texts.seller.hat} size={26} />
          )}
        </Title>
        <p className={classes.soft}>
          {seller.place && (
            <span className={classes.place} dir="auto">
              <IconMapPin aria-hidden size={16} /> {seller.place}
            </span>
          )}
          <span>{texts.listing.memberSince(month(seller.member_since))}</span>
        </p>
        <p className={classes.counts} data-figures>
          {sold > 0
            ? texts.seller.counts(texts.seller.active(active), texts.seller.sold(sold))
            : texts.seller.active(active)}
        </p>
        <Connected seller={seller} />
      </div>
      {!isOwn && <Ties seller={seller} />}
      {seller.bio && (
        <p className={classes.bio} dir="auto">
          {seller.bio}
        </p>
      )}
      {!isOwn && (
        <div className={classes.report}>
          <ReportButton reported={{ kind: 'user', id: seller._id, name: seller.name }} />
        </div>
      )}
      {isOwn && (
        <p className={classes.own}>
          {texts.seller.own}
          <ButtonLink to="/you" variant="default">
            {texts.seller.edit}
          </ButtonLink>
        </p>
      )}
    </header>
  )
}

/** How many follow them and whom they follow, with the way to both. */
const Connected = ({ seller: { _id, counts } }: { seller: PublicProfile }) => (
  <p className={classes.connected} data-figures>
    <Link to="/sellers/$sellerId/followers" params={{ sellerId: _id }}>
      {people.followers(counts.followers)}
    </Link>
    <Link to="/sellers/$sellerId/following" params={{ sellerId: _id }}>
      {people.follows(counts.following)}
    </Link>
  </p>
)

/** What lies between them and whoever looks. */
function Ties({ seller }: { seller: PublicProfile }) {
  const isSignedIn = usePersonId(session) !== ''
  return (
    <div className={classes.ties}>
      <FollowButton person={seller} isPrimary />
      {isSignedIn && <PersonMenu person={seller} />}
      {seller.follows_me && <span className={classes.tie}>{people.followsYou}</span>}
      {seller.is_muted && <span className={classes.tie}>{people.isMuted}</span>}
    </div>
  )
}

/** The newest come with the profile; only where there are more, all of them are asked for. */
function Listings({ seller }: { seller: PublicProfile }) {
  const hasMore = seller.counts.active > seller.posts.length
  const all = useInfiniteQuery({
    ...getPostsOfPersonInfiniteOptions({ path: { user_id: seller._id } }),
    ...byCursor,
    enabled: hasMore,
  })
  const cards = hasMore && all.data ? cardsOf(all.data) : seller.posts
  if (cards.length === 0) return <Empty title={texts.seller.empty} hint={texts.seller.emptyHint} />
  return (
    <>
      <CardGrid cards={cards} />
      {hasMore && all.isError && !all.data && <Failed error={all.error} retry={() => all.refetch()} />}
      <More query={all} />
    </>
  )
}

const Loading = () => (
  <div aria-busy>
    <div className={classes.head}>
      <Skeleton height={96} circle />
      <div className={classes.about}>
        <Skeleton height={34} width={220} maw="60vw" />
        <Skeleton height={18} mt={10} width={160} />
      </div>
    </div>
    <CardGridSkeleton />
  </div>
)

/** The server says no more of whoever may not be seen, so that nobody learns who blocked them. */
function Gone() {
  const isSignedIn = usePersonId(session) !== ''
  return (
    <Empty
      title={texts.seller.gone}
      hint={isSignedIn ? texts.seller.goneHint : texts.seller.goneHintStranger}
    >
      <ButtonLink to="/search" mt="sm">
        {texts.listing.toSearch}
      </ButtonLink>
      {isSignedIn && (
        <ButtonLink to="/you/blocked" variant="default">
          {people.silenced.look}
        </ButtonLink>
      )}
    </Empty>
  )
}
