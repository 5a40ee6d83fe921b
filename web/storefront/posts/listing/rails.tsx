import type { Post, PostCard, RelatedPosts } from '@plaza/client/marketplace'
import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { texts } from '../../../texts/posts.ts'
import { TextLink } from '../../../ui/links.tsx'
import { CardRail, CardRailSkeleton } from '../cards.tsx'
import classes from './listing.module.css'

interface RailsProps {
  post: Post
  related: UseQueryResult<RelatedPosts, unknown>
}

/** Where the page leads on to: other things of the same seller, and others like it. */
export function Rails({ post, related: { data, isPending } }: RailsProps) {
  if (isPending)
    return (
      <div className={classes.rails}>
        <CardRailSkeleton />
      </div>
    )
  // Without them the page is whole all the same.
  if (!data) return null
  const { category, sub_category: sub, seller } = post
  return (
    <div className={classes.rails}>
      <Rail title={texts.listing.fromSeller(seller.name)} cards={data.from_seller}>
        <TextLink to="/sellers/$sellerId" params={{ sellerId: seller._id }}>
          {texts.listing.seeAll}
        </TextLink>
      </Rail>
      <Rail title={texts.listing.similarTo} cards={data.similar}>
        <TextLink to="/search" search={{ category: category._id, ...(sub ? { sub: sub._id } : {}) }}>
          {texts.listing.seeAll}
        </TextLink>
      </Rail>
    </div>
  )
}

interface RailProps {
  title: string
  cards: readonly PostCard[]
  /** To all of them. */
  children: ReactNode
}

function Rail({ title, cards, children }: RailProps) {
  const id = useId()
  if (cards.length === 0) return null
  return (
    <section className={classes.rail} aria-labelledby={id}>
      <div className={classes.head}>
        <h2 id={id} className={classes.section} dir="auto">
          {title}
        </h2>
        {children}
      </div>
      <CardRail cards={cards} />
    </section>
  )
}
