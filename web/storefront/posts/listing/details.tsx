import type { Post } from '@plaza/client/marketplace'
import { Link } from '@tanstack/react-router'
import { texts } from '../../../texts/posts.ts'
import { number } from '../../../ui/formats.ts'
import { useAttributes } from '../../categories/categories.ts'
import { conditionOf } from '../cards.tsx'
import classes from './listing.module.css'

const written = (value: unknown, unit: string): string => {
  if (typeof value === 'boolean') return value ? texts.listing.yes : texts.listing.no
  const text = typeof value === 'number' ? number(value) : String(value)
  return unit ? `${text} ${unit}` : text
}

/** What the listing says of itself, in the words of its category. */
export function Details({ post }: { post: Post }) {
  const saysMore = Object.keys(post.attributes).length > 0
  const known = useAttributes(saysMore ? (post.sub_category ?? post.category)._id : undefined)
  const attributes = Object.entries(post.attributes).map(([key, value]) => {
    const definition = known.find((attribute) => attribute.key === key)
    return {
      label: definition?.label ?? key.replaceAll('_', ' '),
      text: written(value, definition?.unit ?? ''),
    }
  })
  const rows = [
    post.condition && { label: texts.listing.condition, text: conditionOf(post) },
    ...attributes,
    post.quantity > 1 && { label: texts.listing.quantity, text: number(post.quantity) },
    post.delivery && {
      label: texts.listing.delivery,
      text: texts.deliveries[post.delivery],
    },
    post.allow_offers && { label: texts.listing.offers, text: texts.listing.offersAllowed },
  ].filter((row) => row !== false && row !== null)
  return (
    <section>
      <h2 className={classes.section}>{texts.listing.details}</h2>
      <dl className={classes.details}>
        <dt>{texts.listing.category}</dt>
        <dd>
          <Path post={post} />
        </dd>
        {rows.map(({ label, text }) => (
          <div key={label} style={{ display: 'contents' }}>
            <dt>{label}</dt>
            <dd dir="auto">{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** The category and the one below it; each leads to all that is in it. */
const Path = ({ post: { category, sub_category: sub } }: { post: Post }) => (
  <span className={classes.path}>
    <Link to="/search" search={{ category: category._id }} dir="auto">
      {category.name}
    </Link>
    {sub && (
      <>
        <span aria-hidden>›</span>
        <Link to="/search" search={{ category: category._id, sub: sub._id }} dir="auto">
          {sub.name}
        </Link>
      </>
    )}
  </span>
)
