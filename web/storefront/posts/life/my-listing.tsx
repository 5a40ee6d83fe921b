import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { texts } from '../../../texts/life.ts'
import { TextLink } from '../../../ui/links.tsx'
import { PageTitle } from '../../../ui/page-title.tsx'
import { Boosts } from '../../boosts/boosts.tsx'
import { Figures } from '../../views/figures.tsx'
import { postQuery } from '../posts.ts'
import classes from './my-listing.module.css'

const route = getRouteApi('/signed-in/my-listings/$listingId')

/** The figures of one of the person's listings. */
export function MyListing() {
  const { listingId } = route.useParams()
  const { data: post } = useQuery(postQuery(listingId))
  return (
    <div className={classes.page}>
      <TextLink to="/my-listings" py="sm" display="inline-block">
        {texts.figures.back}
      </TextLink>
      <PageTitle>{post ? texts.figures.of(post.title) : texts.figures.title}</PageTitle>
      <p className={classes.soft}>
        {texts.figures.lastDays}
        {post && (
          <Link to="/listing/$listingId" params={{ listingId }} dir="auto">
            {post.title}
          </Link>
        )}
      </p>
      <Figures postId={listingId} />
      <Boosts postId={listingId} />
    </div>
  )
}
