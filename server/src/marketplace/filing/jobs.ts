import { Type } from 'typebox'
import { job } from '../../platform/jobs/job.ts'
import { Id } from '../../platform/operation/schema.ts'
import { endMerge, holdCategory } from '../categories/public.ts'
import { refilePosts } from '../posts/public.ts'

const refiledAtOnce = 1000

/**
 * Brings listings to where their category moved or went. One batch in one transaction, which also
 * queues the next: whatever is interrupted goes on, and what is filed right is passed over.
 */
export const refilePostsOf = job({
  name: 'marketplace.refile-posts',
  data: Type.Object({ categoryId: Id }),
  runs: 'write',
  async handle(work, { categoryId: id }) {
    const { db, clock, enqueue } = work
    const heldId = await holdCategory(db, id)
    const count = heldId === undefined ? 0 : await refilePosts(db, { id, heldId }, refiledAtOnce, clock.now())
    if (count === refiledAtOnce) await enqueue(refilePostsOf, { categoryId: id })
    else await endMerge(work, id)
  },
})
