import { Title, VisuallyHidden } from '@mantine/core'
import type { GetPostDetailResponse } from '@plaza/client/marketplace'
import { getReviewsOptions } from '@plaza/client/marketplace/queries'
import {
  IconChevronRight,
  IconMapPin,
  IconRosetteDiscountCheckFilled,
  IconStarFilled,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { texts } from '../../../texts/posts.ts'
import { texts as reviews } from '../../../texts/reviews.ts'
import { ago, month } from '../../../ui/dates.ts'
import { distance } from '../../../ui/formats.ts'
import { lazily } from '../../../ui/lazy.tsx'
import { Face } from '../../accounts/face.tsx'
import { ReportButton } from '../../reports/report-button.tsx'
import { conditionOf, priceOf } from '../cards.tsx'
import { Actions } from './actions.tsx'
import classes from './panel.module.css'
import { Review, State } from './state.tsx'

const DealReviews = lazily(() => import('../../reviews/deal.tsx'), 'DealReviews')

type Detail = GetPostDetailResponse['data']

interface PanelProps {
  post: Detail
  /** How much the seller has on offer; undefined until it is known. */
  onOffer: number | undefined
}

/** What decides: the price, the state it is in, where it is, whose it is, and what can be done. */
export const Panel = ({ post, onOffer }: PanelProps) => (
  <div className={classes.panel}>
    <State post={post} />
    <Review post={post} />
    <div>
      <p className={classes.price} data-figures>
        {priceOf(post)}
      </p>
      <Title order={1} size="h2" dir="auto">
        {post.title}
      </Title>
    </div>
    <Chips post={post} />
    <Where post={post} />
    <Actions post={post} />
    {post.isSold && <DealReviews about={{ post_id: post._id }} />}
    <SellerCard seller={post.seller} onOffer={onOffer} />
    {!post.own && <ReportButton reported={{ kind: 'post', id: post._id, name: post.title }} />}
  </div>
)

function Chips({ post }: { post: Detail }) {
  // A reply to a change has no word on the price.
  const badge = post.price_badge?.label
  const chips = [
    conditionOf(post),
    post.delivery && (texts.deliveries[post.delivery as keyof typeof texts.deliveries] ?? post.delivery),
    post.allow_offers && texts.listing.offersAllowed,
    post.quantity > 1 && texts.listing.available(post.quantity - post.quantity_sold),
  ].filter((chip): chip is string => Boolean(chip))
  if (chips.length === 0 && badge !== 'good') return null
  return (
    <ul className={classes.chips}>
      {badge === 'good' && <li data-kind="good">{texts.listing.badges.good}</li>}
      {chips.map((chip) => (
        <li key={chip}>{chip}</li>
      ))}
    </ul>
  )
}

function Where({ post }: { post: Detail }) {
  const { place, zip_code } = post.address
  const where = [
    [zip_code, place].filter(Boolean).join(' '),
    post.distance_km !== null && !post.own && texts.listing.away(distance(post.distance_km)),
  ].filter(Boolean)
  const since = [
    post.published_at && texts.listing.published(ago(post.published_at)),
    post.favourite_count > 0 && texts.listing.saved(post.favourite_count),
  ].filter(Boolean)
  return (
    <div className={classes.soft}>
      {where.length > 0 && (
        <p className={classes.where} dir="auto">
          <IconMapPin aria-hidden size={18} />
          <span>{where.join(' · ')}</span>
        </p>
      )}
      <p>{since.join(' · ')}</p>
    </div>
  )
}

type SellerCardProps = Pick<PanelProps, 'onOffer'> & { seller: Detail['seller'] }

const SellerCard = ({ seller, onOffer }: SellerCardProps) =>
  seller.name === '' ? <FormerSeller /> : <SellerLink seller={seller} onOffer={onOffer} />

/** Of somebody who left their listings behind when they deleted their account. */
const FormerSeller = () => (
  <section aria-label={texts.listing.seller} className={classes.seller}>
    <Face url={null} name="" size={52} />
    <span className={classes.about}>{texts.listing.formerSeller}</span>
  </section>
)

const SellerLink = ({ seller, onOffer }: SellerCardProps) => (
  <section aria-label={texts.listing.seller}>
    <Link to="/sellers/$sellerId" params={{ sellerId: seller._id }} className={classes.seller}>
      <Face url={seller.profile_photo_url} name={seller.name} size={52} />
      <span className={classes.about}>
        <strong className={classes.name}>
          <bdi>{seller.name}</bdi>
          {seller.badges.includes('verified') && (
            <IconRosetteDiscountCheckFilled role="img" aria-label={texts.listing.verified} size={18} />
          )}
        </strong>
        <span>{texts.listing.memberSince(month(seller.member_since))}</span>
        <SellerRating sellerId={seller._id} />
        <span className={classes.count}>{onOffer !== undefined && texts.listing.onOffer(onOffer)}</span>
      </span>
      <IconChevronRight aria-hidden />
    </Link>
  </section>
)

/** What people who dealt with the seller think of them; nothing until somebody said it. */
function SellerRating({ sellerId }: { sellerId: string }) {
  const { data } = useQuery(getReviewsOptions({ path: { user_id: sellerId }, query: { limit: 1 } }))
  if (!data?.meta || data.meta.average === null) return null
  const { average, count } = data.meta
  return (
    <span className={classes.rating}>
      <IconStarFilled aria-hidden size={16} />
      <span aria-hidden>{reviews.short(average, count)}</span>
      <VisuallyHidden>{reviews.average(average, count)}</VisuallyHidden>
    </span>
  )
}
