import { isDeepStrictEqual } from 'node:util'
import { detachUploads } from '../../platform/media/uploads.ts'
import { majorOf } from '../../platform/money.ts'
import type { Work } from '../../platform/operation/work.ts'
import { retractNotificationsAbout, tellChanged } from '../notifications/public.ts'
import { postBecameVisible, postEdited, priceChanged } from './announcements.ts'
import { isOpen } from './lifecycle.ts'
import { updatePostContent } from './queries.ts'
import { type FieldChange, insertRevision } from './revision-queries.ts'
import type { PostContent, PostRow } from './rows.ts'

/**
 * Writes what a listing became, keeps what it was once it has been published, lets its former pictures
 * go, and says so when its price is another, what it says, or when it is there for others now.
 */
export async function savePost(
  work: Work,
  before: PostRow,
  after: PostContent,
  editorId: string,
): Promise<void> {
  const { db, clock } = work
  const { id } = before
  const at = clock.now()
  const changes = before.published_at === null ? [] : changesBetween(before, after)
  if (changes.length > 0)
    await insertRevision(db, {
      ...{ postId: id, authorId: before.author_id, version: before.version + 1 },
      ...{ editorId, changes, at },
    })
  await updatePostContent(db, id, after, at)
  await detachUploads(
    db,
    before.photo_ids.filter((photo) => !after.photo_ids.includes(photo)),
    at,
  )
  if (!isDeepStrictEqual(priceOf(before), priceOf(after)))
    await work.announce(priceChanged, {
      postId: id,
      title: after.title,
      before: priceOf(before),
      after: priceOf(after),
    })
  if (isOpen(before, at) && isOpen(after, at) && !isDeepStrictEqual(saidBy(before), saidBy(after)))
    await work.announce(postEdited, { postId: id })
  await followEnd(work, before, after)
  if (isOpen(after, at) && !isOpen(before, at))
    await work.announce(postBecameVisible, {
      postId: id,
      authorId: before.author_id,
      title: after.title,
      how: before.published_at === null ? 'published' : 'reposted',
    })
}

/** Of an end that is another, or that will be no end, its author was told in vain. */
async function followEnd(work: Work, before: PostRow, after: PostContent): Promise<void> {
  if (before.expires_at === null) return
  const isSame = before.expires_at.getTime() === after.expires_at?.getTime()
  if (isSame && (before.renews_since !== null || after.renews_since === null)) return
  tellChanged(work, await retractNotificationsAbout(work.db, before.id, work.clock.now(), 'system'))
}

/** What a search can ask for, but for the price. */
const saidBy = (post: PostContent) => ({
  title: post.title,
  description: post.description,
  category_id: post.category_id,
  sub_category_id: post.sub_category_id,
  attributes: post.attributes,
  condition: post.condition,
  longitude: post.longitude,
  latitude: post.latitude,
})

const priceOf = ({ price_minor, currency }: PostContent) => ({ price_minor, currency })

/** The fields of M23's body; pictures by upload id, the place as the public sees it. */
const fieldsOf = (post: PostContent) => ({
  title: post.title,
  description: post.description,
  price: majorOf(post.price_minor, post.currency),
  currency: post.currency,
  category_id: post.category_id,
  sub_category_id: post.sub_category_id,
  condition: post.condition,
  attributes: post.attributes,
  quantity: post.quantity,
  media: post.photo_ids,
  address: { place: post.place, zip_code: post.zip_code },
  location: [post.public_longitude, post.public_latitude],
  allow_offers: post.allows_offers,
  delivery: post.delivery,
})

function changesBetween(before: PostContent, after: PostContent): FieldChange[] {
  const now = new Map(Object.entries(fieldsOf(after)))
  return Object.entries(fieldsOf(before))
    .map(([field, was]) => ({ field, before: was, after: now.get(field) }))
    .filter((change) => !isDeepStrictEqual(change.before, change.after))
}
