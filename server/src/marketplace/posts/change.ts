import { days } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import { attachUploads, uploadAt } from '../../platform/media/uploads.ts'
import { checkCurrency, majorOf, minorOf } from '../../platform/money.ts'
import { atField, invalidField } from '../../platform/operation/problem.ts'
import type { Work } from '../../platform/operation/work.ts'
import { checkAttributes, findCategory, holdCategory } from '../categories/public.ts'
import type { Change } from './input-shapes.ts'
import { blurredPoint, type Coordinates, pointOf } from './place.ts'
import { attributeInvalid, invalidTransition, mediaNotReady, noSuchCategory } from './problems.ts'
import type { FiledContent, PostContent, PostRow } from './rows.ts'

/**
 * What a listing becomes by a change, every rule checked; a new one is a change of an empty draft. New pictures
 * are in use from now on; those left out still are.
 * @throws PRICE_PRECISION, NO_SUCH_CATEGORY, ATTRIBUTE_INVALID, MEDIA_NOT_READY, COORDINATES_INVALID, INVALID_TRANSITION
 */
export async function applyChange(
  work: Pick<Work, 'db' | 'clock' | 'services'>,
  before: PostContent,
  change: Change,
  authorId: string,
): Promise<FiledContent> {
  const { db, clock, services } = work
  const filing = await fileUnder(db, before, change)
  const { media = {}, address = {} } = change
  const photos = media.photoUrl && (await takePictures(work, media.photoUrl, before.photo_ids, authorId))
  return {
    ...before,
    ...pricing(before, change),
    ...filing.content,
    ...publication(before, change, clock.now(), filing.expirationDays),
    ...placing(before, change, (place) => blurredPoint(place, authorId, services.settings.signingSecret)),
    title: change.title ?? before.title,
    description: change.description ?? before.description,
    condition: change.condition === undefined ? before.condition : change.condition,
    quantity: quantityOf(before, change),
    allows_offers: change.allow_offers ?? before.allows_offers,
    renews_since: renewal(before, change, clock.now()),
    delivery: change.delivery === undefined ? before.delivery : change.delivery,
    photo_ids: photos ?? before.photo_ids,
    place: address.place ?? before.place,
    zip_code: address.zip_code ?? before.zip_code,
  }
}

type Place = Pick<PostContent, 'longitude' | 'latitude' | 'public_longitude' | 'public_latitude'>

/** The public place is made anew only with the true one: each look at another would tell more of that. */
function placing(
  before: PostContent,
  { location }: Change,
  blur: (place: Coordinates) => Coordinates,
): Place | undefined {
  if (!location) return undefined
  const place = pointOf(location.coordinates)
  if (place.longitude === before.longitude && place.latitude === before.latitude) return undefined
  const shown = blur(place)
  return { ...place, public_longitude: shown.longitude, public_latitude: shown.latitude }
}

/** Of a sold listing, buyers and reviews rely on everything but the description and the pictures. */
export function mayChange(
  { status, status_before: before }: Pick<PostRow, 'status' | 'status_before'>,
  change: Change,
): boolean {
  if (status === 'soft_deleted') return false
  return (
    (before ?? status) !== 'sold' ||
    Object.keys(change).every((key) => key === 'description' || key === 'media')
  )
}

/** What is sold stays sold, and something is left. */
function quantityOf(before: PostContent, { quantity }: Change): number {
  if (quantity === undefined) return before.quantity
  if (quantity > before.quantity_sold) return quantity
  throw invalidField(
    'body.quantity',
    'minimum',
    `must be more than the ${before.quantity_sold} that are sold`,
  )
}

function pricing(before: PostContent, change: Change): Pick<PostContent, 'price_minor' | 'currency'> {
  const currency = change.currency ?? before.currency
  if (change.currency !== undefined) checkCurrency(currency, 'body.currency')
  if (change.price === undefined && currency === before.currency)
    return { price_minor: before.price_minor, currency }
  const price = change.price ?? majorOf(before.price_minor, before.currency)
  return { price_minor: minorOf(price, currency, 'body.price'), currency }
}

function publication(
  before: PostContent,
  { draft }: Change,
  now: Date,
  expirationDays: number,
): Pick<PostContent, 'status' | 'published_at' | 'expires_at'> {
  if (draft && before.status !== 'draft') throw invalidTransition()
  if (draft !== false || before.status !== 'draft')
    return { status: before.status, published_at: before.published_at, expires_at: before.expires_at }
  return {
    status: 'active',
    published_at: now,
    expires_at: new Date(now.getTime() + days(expirationDays)),
  }
}

/** Chosen again it stays as old as it is: what was chosen before its end is renewed, even if that is late. */
function renewal({ renews_since }: PostContent, { auto_renew }: Change, now: Date): Date | null {
  if (auto_renew === undefined) return renews_since
  return auto_renew ? (renews_since ?? now) : null
}

/**
 * The categories and the attributes that these ask for. What was said before stands as it was taken
 * then; its category may have moved meanwhile, and takes it along.
 */
async function fileUnder(db: Db, before: PostContent, change: Change) {
  const categoryId = change.category_id ?? before.category_id
  const isMoved = categoryId !== before.category_id
  const subId =
    change.sub_category_id === undefined && !isMoved
      ? before.sub_category_id
      : (change.sub_category_id ?? null)
  const isChanged = isMoved || subId !== before.sub_category_id
  const refuse = (message: string) =>
    noSuchCategory(atField(`body.${subId === null ? 'category_id' : 'sub_category_id'}`, 'exists', message))
  const leafId = subId ?? categoryId
  const [heldId, asked] = await Promise.all([holdCategory(db, leafId), findCategory(db, leafId)])
  const leaf = heldId === undefined || heldId === leafId ? asked : await findCategory(db, heldId)
  if (!leaf || (isChanged && leaf.id !== leafId)) throw refuse('is not a category')
  if (isChanged && subId !== null && leaf.parent_id !== categoryId)
    throw refuse('is not a category below the other one')
  const isPublished = change.draft === false && before.status === 'draft'
  if ((isChanged || isPublished) && !leaf.is_enabled) throw refuse('takes no listings')
  const attributes = change.attributes ?? before.attributes
  if (isChanged || isPublished || change.attributes) {
    const fields = checkAttributes(leaf.definitions, attributes)
    if (fields.length > 0) throw attributeInvalid({ fields })
  }
  const above = subId === null ? null : leaf.parent_id
  return {
    content: {
      category_id: above ?? leaf.id,
      category_name: above === null ? leaf.name : (leaf.parent_name ?? ''),
      sub_category_id: above === null ? null : leaf.id,
      sub_category_name: above === null ? null : leaf.name,
      attributes,
    },
    expirationDays: leaf.expiration_days,
  }
}

/** The uploads behind some public addresses; new ones are taken into use. */
async function takePictures(
  { db, services }: Pick<Work, 'db' | 'services'>,
  urls: readonly string[],
  before: readonly string[],
  ownerId: string,
): Promise<string[]> {
  const ids = urls.map((url) => uploadAt(url, services.settings.publicUrl))
  const wanted = [...new Set(ids.filter((id) => id !== undefined))]
  const added = wanted.filter((id) => !before.includes(id))
  const attached = await attachUploads(db, added, { realm: 'marketplace', ownerId, kind: 'image' })
  const usable = new Set([...before, ...attached])
  const fields = ids.flatMap((id, index) =>
    id !== undefined && usable.has(id)
      ? []
      : [{ path: `body.media.photoUrl.${index}`, rule: 'upload', message: 'is not a ready upload of yours' }],
  )
  if (fields.length > 0) throw mediaNotReady({ fields })
  return wanted
}
