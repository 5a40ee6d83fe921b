import { type RawBuilder, sql } from 'kysely'
import { type Db, isOneOf } from '../../platform/db/database.ts'
import { orderedBy } from '../../platform/operation/order.ts'
import type { Key } from '../../platform/operation/page.ts'
import { isVisibleToPartner } from '../users/public.ts'
import type { StarCounts } from './rating.ts'
import type { ReviewTag } from './tags.ts'

/** A review with who wrote it. */
export interface ReviewRow {
  id: string
  deal_id: string
  author_id: string
  subject_id: string
  rating: number
  text: string
  tags: ReviewTag[]
  visible_at: Date
  standing: 'waiting' | 'counted' | 'withheld' | 'removed'
  reply: string | null
  replied_at: Date | null
  created_at: Date
  updated_at: Date
  /** Of the one who is reviewed. */
  is_seller: boolean
  author_name: string
  author_photo_url: string | null
  author_is_verified: boolean
  author_created_at: Date
}

/** Reviews from a table or subquery that has the columns of the table. */
const reviews = (from: RawBuilder<unknown> = sql`marketplace.review`) => sql`
  select r.id, r.deal_id, r.author_id, r.subject_id, r.rating, r.text, r.tags, r.visible_at, r.standing, r.reply, r.replied_at, r.created_at,
    r.updated_at, d.seller_id = r.subject_id as is_seller, u.name as author_name, u.profile_photo_url as author_photo_url,
    u.is_verified as author_is_verified, u.created_at as author_created_at
  from ${from} r
  join marketplace.deal d on d.id = r.deal_id
  join marketplace.users u on u.id = r.author_id`

/** Whether a review `r` is there for others than its author: its time has come, whether or not a job has noticed. */
const isOut = (now: Date) => sql<boolean>`(r.visible_at <= ${now} and r.standing in ('waiting', 'counted'))`

/** Whether somebody reads a review: it is their own, or it is out and neither of the two blocked the other. */
const isReadBy = (viewer: string | null, now: Date) =>
  sql<boolean>`((${isOut(now)} and ${isVisibleToPartner(viewer, 'r.author_id')}) or r.author_id = ${viewer}::uuid)`

export const newestReviews = orderedBy<ReviewRow>(
  'desc',
  ['r.visible_at', 'timestamptz', 'visible_at'],
  ['r.id', 'uuid', 'id'],
)

interface ReviewPage {
  viewer: string | null
  now: Date
  after: Key | undefined
  limit: number
}

/** What can be read of those who dealt with somebody, by when it came out. */
export async function selectReviewsOf(
  db: Db,
  subjectId: string,
  { viewer, now, after, limit }: ReviewPage,
): Promise<ReviewRow[]> {
  const onPage = sql`(
    select r.* from marketplace.review r
    where r.subject_id = ${subjectId} and ${isOut(now)} and ${isVisibleToPartner(viewer, 'r.author_id')} and ${newestReviews.isPast(after)}
    order by ${newestReviews.by} limit ${limit})`
  const { rows } = await sql<ReviewRow>`${reviews(onPage)} order by ${newestReviews.by}`.execute(db)
  return rows
}

/** What somebody reads of some deals: what they wrote themselves, and what came out. */
export async function selectReviewsOfDeals(
  db: Db,
  dealIds: readonly string[],
  viewer: string,
  now: Date,
): Promise<ReviewRow[]> {
  if (dealIds.length === 0) return []
  const { rows } = await sql<ReviewRow>`
    ${reviews()} where ${isOneOf(sql`r.deal_id`, dealIds)} and ${isReadBy(viewer, now)}`.execute(db)
  return rows
}

/** A review that its reader sees; undefined where they do not. */
export async function findReview(
  db: Db,
  id: string,
  viewer: string,
  now: Date,
): Promise<ReviewRow | undefined> {
  const { rows } = await sql<ReviewRow>`${reviews()} where r.id = ${id} and ${isReadBy(viewer, now)}`.execute(
    db,
  )
  return rows[0]
}

/** What both wrote of a locked deal. */
export async function selectWritten(db: Db, dealId: string): Promise<ReviewRow[]> {
  const { rows } = await sql<ReviewRow>`${reviews()} where r.deal_id = ${dealId}`.execute(db)
  return rows
}

export interface NewReview {
  id: string
  dealId: string
  authorId: string
  subjectId: string
  rating: number
  text: string
  tags: readonly ReviewTag[]
  visibleAt: Date
  at: Date
}

/** Writes a review of a locked deal; its author is locked, so that nobody counts who is just leaving. */
export async function insertReview(db: Db, review: NewReview): Promise<void> {
  const { id, dealId, authorId, subjectId, rating, text, tags, visibleAt, at } = review
  await sql`
    insert into marketplace.review (id, deal_id, author_id, subject_id, rating, text, tags, visible_at, created_at, updated_at)
    values (${id}, ${dealId}, ${authorId}, ${subjectId}, ${rating}, ${text}, ${tags}, ${visibleAt}, ${at}, ${at})`.execute(
    db,
  )
}

/** Changes what somebody wrote of a locked deal, while nobody else sees it. */
export async function updateReview(
  db: Db,
  id: string,
  { rating, text, tags, at }: Pick<NewReview, 'rating' | 'text' | 'tags' | 'at'>,
): Promise<void> {
  await sql`
    update marketplace.review set rating = ${rating}, text = ${text}, tags = ${tags}, updated_at = ${at}
    where id = ${id} and visible_at > ${at}`.execute(db)
}

/** Lets everybody see what both wrote of a locked deal. */
export async function showBoth(db: Db, dealId: string, now: Date): Promise<void> {
  await sql`
    update marketplace.review set visible_at = least(visible_at, ${now}), told_at = coalesce(told_at, ${now}),
      standing = case standing when 'waiting' then 'counted' else standing end
    where deal_id = ${dealId}`.execute(db)
}

/** @returns whether there was no reply before. */
export async function insertReply(
  db: Db,
  id: string,
  { subjectId, text, at }: { subjectId: string; text: string; at: Date },
): Promise<boolean> {
  const { rows } = await sql`
    update marketplace.review set reply = ${text}, replied_at = ${at}
    where id = ${id} and subject_id = ${subjectId} and reply is null returning id`.execute(db)
  return rows.length > 0
}

/** How often a person was given so many stars, with what came out since it was last summed. */
export async function selectStars(db: Db, subjectId: string, now: Date): Promise<StarCounts> {
  const of = (stars: 1 | 2 | 3 | 4 | 5) => sql`
    coalesce((select ${sql.ref(`t.stars_${stars}`)} from marketplace.review_total t where t.subject_id = ${subjectId}), 0)
      + count(*) filter (where r.rating = ${sql.lit(stars)})`
  const { rows } = await sql<{ counts: [number, number, number, number, number] }>`
    select array[${of(1)}, ${of(2)}, ${of(3)}, ${of(4)}, ${of(5)}]::int[] as counts
    from marketplace.review r where r.subject_id = ${subjectId} and r.standing = 'waiting' and r.visible_at <= ${now}`.execute(
    db,
  )
  return rows[0]?.counts ?? [0, 0, 0, 0, 0]
}

/** The same for some people; who was never reviewed is not among them. */
export async function selectStarsOf(
  db: Db,
  subjectIds: readonly string[],
  now: Date,
): Promise<{ subject_id: string; counts: StarCounts }[]> {
  const of = (stars: 1 | 2 | 3 | 4 | 5) => sql`
    coalesce(${sql.ref(`t.stars_${stars}`)}, 0) + count(r) filter (where r.rating = ${sql.lit(stars)})`
  const { rows } = await sql<{ subject_id: string; counts: [number, number, number, number, number] }>`
    select s.subject_id, array[${of(1)}, ${of(2)}, ${of(3)}, ${of(4)}, ${of(5)}]::int[] as counts
    from unnest(${subjectIds}::uuid[]) s (subject_id)
    left join marketplace.review_total t on t.subject_id = s.subject_id
    left join marketplace.review r on r.subject_id = s.subject_id and r.standing = 'waiting' and r.visible_at <= ${now}
    group by s.subject_id, t.subject_id`.execute(db)
  return rows
}

/** How often which word was said of somebody, the commonest first, with what came out since it was last summed. */
export async function selectWords(db: Db, subjectId: string, now: Date): Promise<WordRow[]> {
  const { rows } = await sql<WordRow>`
    select tag, sum(count)::int as count from (
      select w.key as tag, w.value::int as count
      from marketplace.review_total t cross join jsonb_each_text(t.words) w where t.subject_id = ${subjectId}
      union all
      select tag, 1 from marketplace.review r cross join unnest(r.tags) tag
      where r.subject_id = ${subjectId} and r.standing = 'waiting' and r.visible_at <= ${now}) said
    group by tag order by count desc, tag`.execute(db)
  return rows
}

export interface WordRow {
  tag: ReviewTag
  count: number
}

export interface OpenedRow {
  id: string
  deal_id: string
  author_id: string
  subject_id: string
  title: string
}

const toOpen = (now: Date, most: number) => sql`
  select id, told_at from marketplace.review where standing = 'waiting' and visible_at <= ${now} order by visible_at limit ${most}`

export const anyToOpen = (now: Date) => toOpen(now, 1)

/** Counts reviews that came out by the clock. @returns how many, and those that nobody was told of before. */
export async function countOpened(
  db: Db,
  now: Date,
  most: number,
): Promise<{ counted: number; rows: OpenedRow[] }> {
  const { rows } = await sql<OpenedRow & { is_news: boolean }>`
    with due as (
      ${toOpen(now, most)} for update skip locked
    ), opened as (
      update marketplace.review r set standing = 'counted', told_at = coalesce(r.told_at, ${now}) from due where due.id = r.id
      returning r.id, r.deal_id, r.author_id, r.subject_id, due.told_at is null as is_news
    )
    select o.*, ${titleOfDeal} as title from opened o join marketplace.deal d on d.id = o.deal_id ${titlesOfDeals}`.execute(
    db,
  )
  return { counted: rows.length, rows: rows.filter(({ is_news: isNews }) => isNews) }
}

/** What was dealt in, as it was called then. */
export const titleOfDeal = sql`coalesce(bought.title, p.title)`
export const titlesOfDeals = sql`
  join marketplace.post p on p.id = d.post_id
  left join marketplace.orders bought on bought.id = d.order_id`

/** What a deal was about. */
export async function findTitle(db: Db, dealId: string): Promise<string> {
  const { rows } = await sql<{ title: string }>`
    select ${titleOfDeal} as title from marketplace.deal d ${titlesOfDeals} where d.id = ${dealId}`.execute(
    db,
  )
  return rows[0]?.title ?? ''
}

/** Takes a review away; its author is locked. @returns it, if it was there. */
export async function withdrawReview(
  db: Db,
  id: string,
): Promise<Pick<ReviewRow, 'id' | 'deal_id' | 'author_id'> | undefined> {
  const { rows } = await sql<Pick<ReviewRow, 'id' | 'deal_id' | 'author_id'>>`
    update marketplace.review set standing = 'removed' where id = ${id} and standing <> 'removed'
    returning id, deal_id, author_id`.execute(db)
  return rows[0]
}

/** Puts back a review that was taken away. */
export async function returnReview(db: Db, id: string): Promise<void> {
  await sql`
    update marketplace.review r set standing = case when marketplace.is_shown(u.status) then 'waiting' else 'withheld' end
    from marketplace.users u where u.id = r.author_id and r.id = ${id} and r.standing = 'removed'`.execute(db)
}

/** Deletes the next reviews that somebody wrote who left, or that were written of them. @returns how many. */
export async function deleteReviewsOf(
  db: Db,
  personId: string,
  { most, isReceivedOnly }: { most: number; isReceivedOnly: boolean },
): Promise<number> {
  const isTheirs = isReceivedOnly ? sql`false` : sql`author_id = ${personId}`
  const { rows } = await sql`
    delete from marketplace.review where id = any(array(
      select id from marketplace.review where subject_id = ${personId} or ${isTheirs} limit ${most}))
    returning 1`.execute(db)
  return rows.length
}
