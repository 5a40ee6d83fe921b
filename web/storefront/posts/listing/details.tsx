import type { Post } from '@plaza/client/marketplace'
import { texts } from '../../../texts/posts.ts'
import { number } from '../../../ui/formats.ts'
import { attributesOf, useCategories } from '../../categories/categories.ts'
import type { Condition } from '../../search/search-params.ts'
import classes from './listing.module.css'

const written = (value: unknown, unit: string): string => {
  if (typeof value === 'boolean') return value ? texts.listing.yes : texts.listing.no
  const text = typeof value === 'number' ? number(value) : String(value)
  return unit ? `${text} ${unit}` : text
}

/** What the listing says of itself, in the words of its category. */
export function Details({ post }: { post: Post }) {
  const { data: categories } = useCategories()
  const known = attributesOf(categories ?? [], post.category._id, post.sub_category?._id)
  const attributes = Object.entries(post.attributes).map(([key, value]) => {
    const definition = known.find((attribute) => attribute.key === key)
    return {
      label: definition?.label ?? key.replaceAll('_', ' '),
      text: written(value, definition?.unit ?? ''),
    }
  })
  const rows = [
    {
      label: texts.listing.category,
      text: [post.category.name, post.sub_category?.name].filter(Boolean).join(' › '),
    },
    post.condition && {
      label: texts.listing.condition,
      text: texts.conditions[post.condition as Condition] ?? post.condition,
    },
    ...attributes,
    post.quantity > 1 && { label: texts.listing.quantity, text: number(post.quantity) },
    post.delivery && {
      label: texts.listing.delivery,
      text: texts.deliveries[post.delivery as keyof typeof texts.deliveries] ?? post.delivery,
    },
    post.allow_offers && { label: texts.listing.offers, text: texts.listing.offersAllowed },
  ].filter((row) => row !== false && row !== null && row !== '')
  return (
    <section>
      <h2 className={classes.section}>{texts.listing.details}</h2>
      <dl className={classes.details}>
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
