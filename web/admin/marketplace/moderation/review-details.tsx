import { Table, Title, UnstyledButton } from '@mantine/core'
import type { Post, QueuedReview } from '@plaza/client/marketplace'
import { type ReactNode, useState } from 'react'
import { texts } from '../../../texts/admin/marketplace/moderation.ts'
import { texts as postTexts } from '../../../texts/admin/marketplace/posts.ts'
import { texts as reasons } from '../../../texts/moderation.ts'
import { ago } from '../../../ui/dates.ts'
import { money, number } from '../../../ui/formats.ts'
import { TextLink } from '../../../ui/links.tsx'
import { Picture } from '../../../ui/picture.tsx'
import { State } from '../../state.tsx'
import { Thumb } from '../../thumb.tsx'
import { findCategory, useCategoryTree } from '../categories/category-tree.ts'
import classes from './reviews.module.css'
import { ViolationButton } from './violation.tsx'

const words = texts.reviews

/** Everything that a decision needs: why it is here, how it looks, and who sells. */
export function ReviewDetails({ review }: { review: QueuedReview }) {
  const { post, change, submitted_at } = review
  return (
    <article className={classes.review} aria-labelledby={`title-${post._id}`}>
      <header>
        <p className={classes.soft}>
          {words.submitted(change ? words.isChange : words.isListing, ago(submitted_at))}
        </p>
        <Title order={2} size="h2" id={`title-${post._id}`} tabIndex={-1} className={classes.title}>
          <TextLink to="/listings/$postId" params={{ postId: post._id }} dir="auto" c="inherit" inherit>
            {post.title}
          </TextLink>
        </Title>
        <ul className={classes.reasons} aria-label={words.reasons}>
          {review.reasons.map((reason) => (
            <li key={reason}>
              <State tone="warn">{reasons[reason] ?? reason}</State>
            </li>
          ))}
        </ul>
      </header>
      <div className={classes.columns}>
        <div className={classes.subject}>
          {change ? <Changes review={review} /> : <Content post={post} />}
        </div>
        <Seller review={review} />
      </div>
    </article>
  )
}

const Content = ({ post }: { post: Post }) => (
  <>
    <Gallery urls={post.media.photoUrl} title={post.title} />
    <p className={classes.price} data-figures>
      {money(post.price, post.currency)}
    </p>
    <p className={post.description ? classes.text : classes.soft} dir="auto">
      {post.description || words.noDescription}
    </p>
  </>
)

/** One photo large, and the others to choose from. */
function Gallery({ urls, title }: { urls: readonly string[]; title: string }) {
  const [index, setIndex] = useState(0)
  const shown = urls[index]
  if (!shown) return <p className={classes.soft}>{words.noPhotos}</p>
  return (
    <div className={classes.gallery}>
      <Picture
        url={shown}
        alt={words.photo(index + 1, title)}
        sizes="(min-width: 62rem) 34rem, 100vw"
        ratio={4 / 3}
        fit="contain"
      />
      {urls.length > 1 && (
        <ul className={classes.photos}>
          {urls.map((url, at) => (
            <li key={url}>
              <UnstyledButton
                aria-label={words.photo(at + 1, title)}
                aria-pressed={at === index}
                onClick={() => setIndex(at)}
              >
                <Picture url={url} alt="" sizes="64px" />
              </UnstyledButton>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** What would differ, field by field. */
function Changes({ review: { post, change } }: { review: QueuedReview }) {
  const { data: tree } = useCategoryTree()
  const then = change ?? {}
  const price = then.price ?? post.price
  const currency = then.currency ?? post.currency
  const nameOf = (id: string | null | undefined) =>
    id ? (findCategory(tree?.data ?? [], id)?.name ?? id) : ''
  const pathOf = (...ids: (string | null | undefined)[]) => ids.map(nameOf).filter(Boolean).join(' › ')
  const yesOrNo = (value: boolean) => (value ? words.yes : words.no)
  const conditionOf = (condition: string | null | undefined) =>
    condition ? (postTexts.conditions[condition] ?? condition) : ''
  const deliveryOf = (delivery: string | null | undefined) =>
    delivery ? (words.deliveries[delivery] ?? delivery) : ''
  const names = words.fields
  const rows = [
    { name: names.title, before: post.title, after: then.title },
    { name: names.price, before: money(post.price, post.currency), after: money(price, currency) },
    {
      name: names.category,
      before: pathOf(post.category._id, post.sub_category?._id),
      after: then.category_id && pathOf(then.category_id, then.sub_category_id),
    },
    {
      name: names.condition,
      before: conditionOf(post.condition),
      after: then.condition === undefined ? undefined : conditionOf(then.condition),
    },
    { name: names.description, before: post.description, after: then.description },
    { name: names.place, before: post.address.place, after: then.address?.place },
    { name: names.quantity, before: String(post.quantity), after: then.quantity && String(then.quantity) },
    {
      name: names.details,
      before: detailsOf(post.attributes),
      after: then.attributes && detailsOf(then.attributes),
    },
    {
      name: names.delivery,
      before: deliveryOf(post.delivery),
      after: then.delivery === undefined ? undefined : deliveryOf(then.delivery),
    },
    {
      name: names.offers,
      before: yesOrNo(post.allow_offers),
      after: then.allow_offers === undefined ? undefined : yesOrNo(then.allow_offers),
    },
  ].filter(({ before, after }) => after !== undefined && (after ?? '') !== before)
  const photos = then.media?.photoUrl
  return (
    <section aria-label={words.changes(post.title)}>
      <Table className={classes.changes}>
        <Table.Thead>
          <Table.Tr>
            {[words.field, words.before, words.after].map((name) => (
              <Table.Th key={name}>{name}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ name, before, after }) => (
            <Table.Tr key={name}>
              <Table.Th scope="row">{name}</Table.Th>
              <Table.Td dir="auto" className={classes.before}>
                {before || words.none}
              </Table.Td>
              <Table.Td dir="auto" className={classes.after}>
                {after || words.none}
              </Table.Td>
            </Table.Tr>
          ))}
          {photos && photos.join() !== post.media.photoUrl.join() && (
            <Table.Tr>
              <Table.Th scope="row">{names.photos}</Table.Th>
              <Table.Td>
                <Pictures urls={post.media.photoUrl} alt={words.before} />
              </Table.Td>
              <Table.Td>
                <Pictures urls={photos} alt={words.after} />
              </Table.Td>
            </Table.Tr>
          )}
        </Table.Tbody>
      </Table>
      {!photos && <Gallery urls={post.media.photoUrl} title={post.title} />}
    </section>
  )
}

const Pictures = ({ urls, alt }: { urls: readonly string[]; alt: string }) =>
  urls.length === 0 ? (
    <span className={classes.soft}>{words.noPhotos}</span>
  ) : (
    <span className={classes.pictures}>
      {urls.map((url) => (
        <Picture key={url} url={url} alt={alt} sizes="160px" />
      ))}
    </span>
  )

const detailsOf = (attributes: Record<string, unknown>) =>
  Object.entries(attributes)
    .map(([name, value]) => `${name.replaceAll('_', ' ')}: ${value}`)
    .join(', ')

/** Who sells, and what became of what they sold here before. */
function Seller({ review: { post, seller_record: record } }: { review: QueuedReview }) {
  const { seller } = post
  const t = words.seller
  const bad = { [t.rejected]: record.rejected, [t.hidden]: record.hidden, [t.violations]: record.violations }
  const counts: readonly (readonly [string, ReactNode])[] = [
    [t.active, number(record.active)],
    [t.sold, number(record.sold)],
    ...Object.entries(bad)
      .filter(([, count]) => count > 0)
      .map(
        ([name, count]) =>
          [
            name,
            <State key={name} tone="bad">
              {number(count)}
            </State>,
          ] as const,
      ),
  ]
  const isClean = Object.values(bad).every((count) => count === 0)
  return (
    <aside className={classes.seller} aria-label={t.title}>
      <div className={classes.who}>
        <Thumb url={seller.profile_photo_url} name={seller.name} isPerson size="card" />
        <div>
          <TextLink to="/people/$userId" params={{ userId: seller._id }} dir="auto" c="inherit" fw={600}>
            {seller.name}
          </TextLink>
          <div className={classes.soft}>{t.since(ago(seller.member_since))}</div>
        </div>
      </div>
      <dl>
        {counts.map(([name, count]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{count}</dd>
          </div>
        ))}
      </dl>
      {isClean && <p className={classes.soft}>{t.clean}</p>}
      <ViolationButton reference={{ model: 'post', id: post._id }} recipient={seller._id} name={post.title} />
    </aside>
  )
}
