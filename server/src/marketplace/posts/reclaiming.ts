import type { Work } from '../../platform/operation/work.ts'
import { purgePosts } from './jobs.ts'
import { selectPostsOf, updateDeleted } from './life-queries.ts'
import { leave } from './lifecycle.ts'
import { lockPost } from './queries.ts'

const purgedAtOnce = 100

/** Deletes for good what was offered in somebody's name. */
export async function removePostsOf(work: Work, { userId }: { userId: string }): Promise<void> {
  const { db, clock } = work
  const ids = await selectPostsOf(db, userId)
  for (const id of ids) {
    const post = await lockPost(db, id, { id: userId, isStaff: false }, clock.now())
    if (!post) continue
    await updateDeleted(db, id, { isByStaff: false, at: clock.now() })
    await leave(work, post, 'deleted')
  }
  for (let from = 0; from < ids.length; from += purgedAtOnce)
    await work.enqueue(purgePosts, { postIds: ids.slice(from, from + purgedAtOnce) })
}
