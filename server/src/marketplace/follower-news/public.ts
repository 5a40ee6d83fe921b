import { newId } from '../../platform/ids.ts'
import type { Language } from '../../platform/language.ts'
import type { Announced } from '../../platform/operation/announcement.ts'
import type { Work } from '../../platform/operation/work.ts'
import { insertFollowerNews, standFollowerNews, tellFollowers } from '../notifications/public.ts'
import { aboutPost, type postBecameVisible, type postLeft } from '../posts/public.ts'
import { texts } from '../texts.ts'
import { type NewListing, selectNewListing } from './queries.ts'

type Appearance = Announced<(typeof postBecameVisible)['data']>
type Leaving = Announced<(typeof postLeft)['data']>

const titleIn = (language: Language, { category, names }: NewListing) =>
  texts[language].followers.newListing(names[language] ?? category)

/** Tells somebody's followers of a listing that is new; of one that is there again they hear what they heard before. */
export async function tellOfNewListing(
  work: Work,
  { postId, authorId, title, how }: Appearance,
): Promise<void> {
  const now = work.clock.now()
  if (how !== 'published') return standFollowerNews(work.db, postId, { stands: true, now })
  const post = await selectNewListing(work.db, postId)
  if (!post) return
  const { postImage, action } = aboutPost(post, work)
  const news = {
    id: newId(),
    authorId,
    of: { postId },
    title: { en: titleIn('en', post), de: titleIn('de', post) },
    message: title,
    postImage,
    action,
  }
  if (await insertFollowerNews(work.db, news, now)) await work.enqueue(tellFollowers, { newsId: news.id })
}

/** What is over, or out of sight, is no news. */
export const takeBackNews = ({ db, clock }: Work, { postId }: Leaving): Promise<void> =>
  standFollowerNews(db, postId, { stands: false, now: clock.now() })
