import { type Static, Type } from 'typebox'
import type { Db } from '../../platform/db/database.ts'
import { OneOf } from '../../platform/operation/schema.ts'
import { type Strictness, strictnessOf } from '../../platform/operation/strictness.ts'
import type { Work } from '../../platform/operation/work.ts'
import { lockPerson, type Standing } from '../users/public.ts'
import { activePostLimit, duplicatePost, postingLimit } from './problems.ts'
import { findWithPictures, type Offered, selectOffered } from './queries.ts'
import { isTooRisky, type RiskReason, risksOfListing, toldOf } from './risk.ts'
import type { PostContent } from './rows.ts'

/** By trust level, from newcomers to those who proved themselves. */
type ByTrust = readonly [number, number, number, number]
const mostPerDay: Readonly<Record<Strictness, ByTrust>> = {
  default: [200, 500, 1000, 5000],
  strict: [3, 10, 50, 200],
}
const mostLive: Readonly<Record<Strictness, ByTrust>> = {
  default: [5000, 5000, 5000, 5000],
  strict: [50, 200, 1000, 5000],
}

export const AllowDuplicate = Type.Object({ 'X-Allow-Duplicate': Type.Optional(OneOf(['true', 'false'])) })

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
  { db, clock, services }: Pick<Work, 'db' | 'clock' | 'services'>,
  post: PostContent,
  { author, offered }: Publisher,
): Promise<RiskReason[]> {
  const strictness = strictnessOf(services)
  const mostFor = (most: typeof mostPerDay) => most[strictness][author.trust_level] ?? most[strictness][0]
  if (offered.today >= mostFor(mostPerDay)) throw postingLimit()
  if (offered.live >= mostFor(mostLive)) throw activePostLimit()
  const twin = await findTwin(db, post, offered)
  if (twin) throw duplicatePost({ details: { post_id: twin } })
  const risks = risksOfListing(toldOf(post), author, clock.now())
  return isTooRisky(risks, author) ? risks : []
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
