import { type Static, Type } from 'typebox'
import type { Db } from '../../platform/db/database.ts'
import { OneOf } from '../../platform/operation/schema.ts'
import type { Work } from '../../platform/operation/work.ts'
import { configuredFor } from '../../platform/system-config/configured.ts'
import { listingsOnOffer, listingsPerDay } from '../limits.ts'
import { lockPerson, type Standing } from '../users/public.ts'
import { activePostLimit, duplicatePost, postingLimit } from './problems.ts'
import { findWithPictures, type Offered, selectOffered } from './queries.ts'
import { isTooRisky, type RiskReason, risksOfListing, toldOf } from './risk.ts'
import type { PostContent } from './rows.ts'

export const AllowDuplicate = Type.Object({
  'X-Allow-Duplicate': Type.Optional(
    OneOf(['true', 'false'], {
      description: 'true: publish it although you offer the same already, which else is DUPLICATE_POST',
    }),
  ),
})

/** Where it does not matter whether the same listing is there already. */
export const allowingTwins: Static<typeof AllowDuplicate> = { 'X-Allow-Duplicate': 'true' }

/** Who is about to publish something, and what else they offer. */
export interface Publisher {
  author: Standing
  offered: Offered
}

/** Locks the author, so that what they publish comes in turn, and looks at what they offer by then. */
export async function askPublisher(
  { db, clock }: Pick<Work, 'db' | 'clock'>,
  post: { id: string; authorId: string; title: string },
  headers: Static<typeof AllowDuplicate>,
): Promise<Publisher> {
  const title = headers['X-Allow-Duplicate'] === 'true' ? null : post.title
  const [author, offered] = await Promise.all([
    lockPerson(db, post.authorId),
    selectOffered(db, { ...post, title }, clock.now()),
  ])
  return { author, offered }
}

/**
 * What holds at the moment a listing appears, be it new or a draft.
 * @returns why a moderator is to look at it first; empty when nobody needs to.
 * @throws POSTING_LIMIT, ACTIVE_POST_LIMIT, DUPLICATE_POST
 */
export async function checkPublication(
  work: Pick<Work, 'db' | 'clock' | 'services'>,
  post: PostContent,
  publisher: Publisher,
): Promise<RiskReason[]> {
  await checkReturn(work, post, publisher)
  const { author } = publisher
  const risks = risksOfListing(toldOf(post), author, work.clock.now())
  return isTooRisky(risks, author) ? risks : []
}

/**
 * What holds when a listing appears again that people have seen before.
 * @throws POSTING_LIMIT, ACTIVE_POST_LIMIT, DUPLICATE_POST
 */
export async function checkReturn(
  work: Pick<Work, 'db' | 'services'>,
  post: PostContent,
  publisher: Publisher,
): Promise<void> {
  checkDay(work, publisher)
  checkLive(work, publisher)
  const twin = await findTwin(work.db, post, publisher.offered)
  if (twin) throw duplicatePost({ details: { post_id: twin } })
}

/** @throws POSTING_LIMIT once somebody published as much as they may in a day */
export function checkDay({ services }: Pick<Work, 'services'>, { author, offered }: Publisher): void {
  if (offered.today >= configuredFor(services, listingsPerDay, author.trust_level)) throw postingLimit()
}

/** @throws ACTIVE_POST_LIMIT while somebody offers as much as they may */
export function checkLive({ services }: Pick<Work, 'services'>, { author, offered }: Publisher): void {
  if (offered.live >= configuredFor(services, listingsOnOffer, author.trust_level)) throw activePostLimit()
}

/** The listing of nearly the same title that has the same price, or a picture in common. */
async function findTwin(db: Db, post: PostContent, { alike }: Offered): Promise<string | undefined> {
  if (!alike) return undefined
  const asDear = alike.find(
    ({ price_minor, currency }) => price_minor === post.price_minor && currency === post.currency,
  )
  if (asDear || post.photo_ids.length === 0) return asDear?.id
  return findWithPictures(
    db,
    alike.map(({ id }) => id),
    post.photo_ids,
  )
}
