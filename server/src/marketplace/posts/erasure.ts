import { purgeUploads } from '../../platform/media/jobs.ts'
import type { Work } from '../../platform/operation/work.ts'
import type { Owner } from '../../platform/personal-data/personal-data.ts'
import { lockNamed, lockUnerased, stripOfAuthor } from './forgetting-queries.ts'
import { erasePosts, updateClosed, updateDeleted } from './life-queries.ts'
import { leave } from './lifecycle.ts'

/** Each takes its history, its pictures and the notices of it with it. */
const listingsAtOnce = 50

/** Erases some listings of somebody who left. @returns how many. */
export const erasePostsOf = (work: Work, { id }: Owner, most: number): Promise<number> =>
  erase(work, id, { onlyUnseen: false, most })

/** Leaves some listings of somebody who left without them; what nobody else saw goes. @returns how many. */
export async function anonymisePostsOf(work: Work, { id }: Owner, most: number): Promise<number> {
  const erased = await erase(work, id, { onlyUnseen: true, most })
  if (erased > 0) return erased
  const posts = await lockNamed(work.db, id, Math.min(most, listingsAtOnce))
  for (const post of posts) {
    // Nobody is there to sell it.
    if (post.isOpen) {
      await updateClosed(work.db, post.id, { reason: null, at: work.clock.now() })
      await leave(work, post, 'closed')
    }
  }
  const ids = posts.map((post) => post.id)
  for (const pictures of await stripOfAuthor(work.db, ids)) await purgeUploads(work, pictures)
  return posts.length
}

async function erase(
  work: Work,
  authorId: string,
  { onlyUnseen, most }: { onlyUnseen: boolean; most: number },
): Promise<number> {
  const { db, clock } = work
  const posts = await lockUnerased(db, authorId, { onlyUnseen, most: Math.min(most, listingsAtOnce) })
  for (const post of posts) {
    if (post.isDeleted) continue
    await updateDeleted(db, post.id, { isByStaff: false, at: clock.now() })
    await leave(work, post, 'deleted')
  }
  const ids = posts.map(({ id }) => id)
  for (const pictures of await erasePosts(db, ids)) await purgeUploads(work, pictures)
  return posts.length
}
