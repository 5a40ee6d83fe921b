import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { Words } from '../../platform/language.ts'
import type { NoticeAction } from './action-queries.ts'

export interface FollowerNews {
  id: string
  authorId: string
  /** What is new: a listing, or the birthday of a year. */
  of: { postId: string } | { birthdayYear: number }
  title: Words
  message: string
  postImage: string
  action: NoticeAction
}

/**
 * Puts something before everybody who follows its author by now, in their lists and counts at once, as one row.
 * @returns whether anybody follows them, and it was not told of before.
 */
export async function insertFollowerNews(db: Db, news: FollowerNews, now: Date): Promise<boolean> {
  const { postId, birthdayYear } = { postId: null, birthdayYear: null, ...news.of }
  const { rows } = await sql`
    insert into marketplace.follower_news (id, author_id, post_id, birthday_year, title, message, post_image, action, created_at)
    select ${news.id}::uuid, ${news.authorId}::uuid, ${postId}::uuid, ${birthdayYear}::int, ${JSON.stringify(news.title)}::jsonb, ${news.message},
      ${news.postImage}, ${JSON.stringify(news.action)}::jsonb, ${now}::timestamptz
    where exists (select from marketplace.follow f where f.followee_id = ${news.authorId})
    on conflict do nothing returning 1`.execute(db)
  return rows.length > 0
}

/** Takes the news of a listing back, or lets them stand again. */
export async function standFollowerNews(
  db: Db,
  postId: string,
  { stands, now }: { stands: boolean; now: Date },
): Promise<void> {
  await sql`
    update marketplace.follower_news set retracted_at = case when not ${stands}::boolean then ${now}::timestamptz end
    where post_id = ${postId} and (retracted_at is null) is distinct from ${stands}::boolean`.execute(db)
}

/** Takes back what was told of somebody's birthdays. */
export async function retractBirthdayNews(db: Db, authorId: string, now: Date): Promise<void> {
  await sql`
    update marketplace.follower_news set retracted_at = ${now}
    where author_id = ${authorId} and birthday_year is not null and retracted_at is null`.execute(db)
}
