import { type RawBuilder, sql } from 'kysely'
import { type Db, isOneOf } from '../../platform/db/database.ts'
import { type Order, orderedBy, plannedFor } from '../../platform/operation/order.ts'
import type { Key } from '../../platform/operation/page.ts'
import { isLive, isReadableBy } from '../posts/public.ts'
import { isUnblocked, isVisible, lockPerson, partedFrom } from '../users/public.ts'

export interface CommentRow {
  id: string
  post_id: string
  author_id: string
  parent_id: string | null
  reply_to: string | null
  text: string
  client_ref: string | null
  /** Those of blocked people included. */
  reply_count: number
  created_at: Date
  /** Whether the reader sees more of it than its place. */
  is_shown: boolean
  seller_id: string
  author_name: string
  author_photo_url: string | null
  author_is_verified: boolean
  author_created_at: Date
}

/** Whether somebody sees what the comment says. */
const isShownTo = (viewer: string | null) =>
  sql<boolean>`(c.deleted_at is null and ${isVisible(viewer, 'c.author_id')})`

/** Comments from a subquery that has the columns of the table, as somebody sees them. */
const comments = (viewer: string | null, from: RawBuilder<unknown> = sql`marketplace.comment`) => sql`
  select c.id, c.post_id, c.author_id, c.parent_id, c.reply_to, c.text, c.client_ref, c.reply_count, c.created_at,
    ${isShownTo(viewer)} as is_shown, p.author_id as seller_id, u.name as author_name, u.profile_photo_url as author_photo_url,
    u.is_verified as author_is_verified, u.created_at as author_created_at
  from ${from} c
  join marketplace.post p on p.id = c.post_id
  join marketplace.users u on u.id = c.author_id`

/** What somebody wrote before under a reference of their app, deleted or not. */
export async function selectByRef(
  db: Db,
  authorId: string,
  clientRef: string,
): Promise<CommentRow | undefined> {
  const { rows } = await sql<CommentRow>`
    ${comments(authorId)} where c.author_id = ${authorId} and c.client_ref = ${clientRef}`.execute(db)
  return rows[0]
}

/** A comment, deleted or not. */
export async function selectComment(db: Db, id: string, viewer: string): Promise<CommentRow | undefined> {
  const { rows } = await sql<CommentRow>`${comments(viewer)} where c.id = ${id}`.execute(db)
  return rows[0]
}

/** A listing as somebody finds it who wants to comment on it. */
export interface CommentedPost {
  id: string
  author_id: string
  title: string
  photo_ids: string[]
  is_open: boolean
}

/** @returns undefined where the person may not see it. */
export async function findCommentedPost(
  db: Db,
  id: string,
  viewer: string,
  now: Date,
): Promise<CommentedPost | undefined> {
  const { rows } = await sql<CommentedPost>`
    select p.id, p.author_id, p.title, p.photo_ids, ${isLive(now)} as is_open from marketplace.post p
    where p.id = ${id} and ${isReadableBy({ viewer, isStaff: false, now })}`.execute(db)
  return rows[0]
}

/** What a comment answers. */
export interface Answered {
  id: string
  author_id: string
  /** The top of its thread, which may be itself. */
  top_id: string
  top_author_id: string
}

/** @returns undefined where there is none below that listing, or none that the person sees. */
export async function findAnswered(
  db: Db,
  id: string,
  { postId, viewer }: { postId: string; viewer: string },
): Promise<Answered | undefined> {
  const { rows } = await sql<Answered>`
    select c.id, c.author_id, top.id as top_id, top.author_id as top_author_id
    from marketplace.comment c join marketplace.comment top on top.id = coalesce(c.parent_id, c.id)
    where c.id = ${id} and c.post_id = ${postId} and ${isShownTo(viewer)}`.execute(db)
  return rows[0]
}

export interface NewComment {
  id: string
  postId: string
  authorId: string
  answered: Pick<Answered, 'id' | 'top_id'> | undefined
  text: string
  clientRef: string | null
  at: Date
}

/** Writes a comment; triggers count it. The author is locked, so that nobody counts who is just leaving. */
export async function insertComment(db: Db, comment: NewComment): Promise<void> {
  const { id, postId, authorId, answered } = comment
  await sql`
    insert into marketplace.comment (id, post_id, author_id, parent_id, reply_to, text, client_ref, created_at)
    values (${id}, ${postId}, ${authorId}, ${answered?.top_id ?? null}, ${answered?.id ?? null}, ${comment.text}, ${comment.clientRef},
      ${comment.at})`.execute(db)
}

/** Takes away what a comment says; its author is locked. @returns whether it was still there. */
export async function clearComment(db: Db, id: string, at: Date): Promise<boolean> {
  const { rows } = await sql`
    update marketplace.comment set deleted_at = ${at}, text = '' where id = ${id} and deleted_at is null
    returning id`.execute(db)
  return rows.length > 0
}

/** Puts back what a comment said whose deletion is undone. */
export async function restoreComment(
  db: Db,
  { id, authorId, text }: { id: string; authorId: string; text: string },
): Promise<void> {
  await lockPerson(db, authorId)
  await sql`
    update marketplace.comment set deleted_at = null, text = ${text} where id = ${id} and deleted_at is not null`.execute(
    db,
  )
}

/** Those of some people who may hear from a writer below somebody's listing. */
export async function selectHearers(
  db: Db,
  ids: readonly string[],
  { writerId, post }: { writerId: string; post: CommentedPost },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select u.id from marketplace.users u
    where ${isOneOf(sql`u.id`, ids)} and u.id <> ${writerId} and ${isUnblocked(writerId, 'u.id')}
      and (u.id = ${post.author_id} or ${isUnblocked(post.author_id, 'u.id')})`.execute(db)
  return rows.map((row) => row.id)
}

/** What somebody finds below a listing, in numbers. */
export interface Discussion {
  /** Of people who are here; those of blocked people included. */
  count: number
  /**
   * Of these, what the reader does not see, by the top of its thread; under '' the tops themselves. Less than none where
   * the reader alone sees what they wrote.
   */
  hidden: Record<string, number> | null
}

/**
 * The kept count, with what people wrote there whom the reader blocked or who blocked them, and what the reader wrote
 * that nobody else sees. That is looked up by these people, so it costs the same below a listing with ten comments and
 * one with ten thousand.
 * @returns undefined where the reader may not see the listing, or the thread.
 */
export async function findDiscussion(
  db: Db,
  { postId, parentId, ...reader }: { postId: string; parentId: string | null } & Reader,
): Promise<Discussion | undefined> {
  const { viewer } = reader
  const hidden =
    viewer === null
      ? sql`null::jsonb`
      : sql`(select jsonb_object_agg(thread, count) from (
          select coalesce(c.parent_id::text, '') as thread, sum(case when c.author_id = ${viewer}::uuid then -1 else 1 end)::int as count
          from marketplace.comment c join marketplace.users u on u.id = c.author_id
          where c.post_id = p.id and c.deleted_at is null
            and c.author_id in (${partedFrom(viewer)} union all
              select me.id from marketplace.users me where me.id = ${viewer}::uuid and not marketplace.is_seen(me.status, me.limited_until))
            and marketplace.is_seen(u.status, u.limited_until) = (c.author_id <> ${viewer}::uuid)
          group by 1) unseen)`
  const { rows } = await sql<Discussion>`
    select coalesce(t.count, 0) as count, ${hidden} as hidden
    from marketplace.post p left join marketplace.comment_total t on t.post_id = p.id
    where p.id = ${postId} and ${isReadableBy(reader)} and (${parentId}::uuid is null or exists (
      select from marketplace.comment c
      where c.id = ${parentId} and c.post_id = p.id and c.parent_id is null and ${isFoundBy(viewer)}))`.execute(
    db,
  )
  return rows[0]
}

interface Reader {
  viewer: string | null
  isStaff: boolean
  now: Date
}

/** Whether somebody finds a top: they see it, or a reply to it, which keeps its place. */
const isFoundBy = (
  viewer: string | null,
) => sql<boolean>`(${isShownTo(viewer)} or (c.reply_count > 0 and exists (
  select from (select * from marketplace.comment r where r.parent_id = c.id) c where ${isShownTo(viewer)})))`

export const commentOrder = {
  newest: orderedBy<CommentRow>(
    'desc',
    ['c.created_at', 'timestamptz', 'created_at'],
    ['c.id', 'uuid', 'id'],
  ),
  oldest: orderedBy<CommentRow>('asc', ['c.created_at', 'timestamptz', 'created_at'], ['c.id', 'uuid', 'id']),
}

interface CommentPage {
  viewer: string | null
  order: Order<CommentRow>
  after: Key | undefined
  limit: number
}

/** The comments that begin threads below a listing. */
export const selectTops = (db: Db, postId: string, page: CommentPage): Promise<CommentRow[]> =>
  selectPage(db, sql`c.post_id = ${postId} and c.parent_id is null and ${isFoundBy(page.viewer)}`, page)

/** The replies of a thread. */
export const selectReplies = (db: Db, parentId: string, page: CommentPage): Promise<CommentRow[]> =>
  selectPage(db, sql`c.parent_id = ${parentId} and ${isShownTo(page.viewer)}`, page)

async function selectPage(
  db: Db,
  where: RawBuilder<unknown>,
  { viewer, order, after, limit }: CommentPage,
): Promise<CommentRow[]> {
  const onPage = sql`(
    select * from marketplace.comment c where ${where} and ${order.isPast(after)}
    order by ${order.by} limit ${plannedFor(limit)})`
  const { rows } = await sql<CommentRow>`
    ${comments(viewer, onPage)} order by ${order.by} limit ${limit}`.execute(db)
  return rows
}

/** The first replies of each of some threads, oldest first. */
export async function selectFirstReplies(
  db: Db,
  topIds: readonly string[],
  viewer: string | null,
  most: number,
): Promise<CommentRow[]> {
  if (topIds.length === 0) return []
  const first = sql`(
    select c.* from marketplace.comment top cross join lateral (
      select * from marketplace.comment c where c.parent_id = top.id and ${isShownTo(viewer)}
      order by ${commentOrder.oldest.by} limit ${sql.lit(most)}) c
    where ${isOneOf(sql`top.id`, topIds)})`
  const { rows } = await sql<CommentRow>`
    ${comments(viewer, first)} order by ${commentOrder.oldest.by}`.execute(db)
  return rows
}

/** Takes away what somebody wrote who left, some at a time; the places stay for the replies. @returns how many. */
export async function clearCommentsOf(
  db: Db,
  authorId: string,
  { at, most }: { at: Date; most: number },
): Promise<number> {
  const { rows } = await sql`
    update marketplace.comment set text = '', client_ref = null, deleted_at = coalesce(deleted_at, ${at})
    where id = any(array(
      select id from marketplace.comment
      where author_id = ${authorId} and (deleted_at is null or text <> '' or client_ref is not null) limit ${most}))
    returning 1`.execute(db)
  return rows.length
}

/** Takes away what only the author’s app knew of some comments that stay. @returns how many. */
export async function unlinkCommentsOf(db: Db, authorId: string, most: number): Promise<number> {
  const { rows } = await sql`
    update marketplace.comment set client_ref = null
    where id = any(array(
      select id from marketplace.comment where author_id = ${authorId} and client_ref is not null limit ${most}))
    returning 1`.execute(db)
  return rows.length
}

/** Takes away what somebody's comments say; they are locked. @returns which they are. */
export async function clearCommentsBy(db: Db, authorId: string, at: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update marketplace.comment set deleted_at = ${at}, text = '' where author_id = ${authorId} and deleted_at is null
    returning id`.execute(db)
  return rows.map(({ id }) => id)
}
