import { Type } from 'typebox'
import { job } from '../../platform/jobs/job.ts'
import { Id } from '../../platform/operation/schema.ts'
import type { Work } from '../../platform/operation/work.ts'
import { endMerge, refilePosts } from './queries.ts'

const refiledAtOnce = 1000

/**
 * Brings listings to where their category moved or went. One batch in one transaction, which also
 * queues the next: whatever is interrupted goes on, and what is filed right is passed over.
 */
export const refilePostsOf = job({
  name: 'marketplace.refile-posts',
  data: Type.Object({ categoryId: Id }),
  runs: 'write',
  async handle(work, { categoryId }) {
    const count = await refilePosts(work.db, categoryId, refiledAtOnce, work.clock.now())
    if (count === refiledAtOnce) await startRefiling(work, categoryId)
    else await endMerge(work.db, categoryId)
  },
})

export const startRefiling = ({ enqueue }: Work, categoryId: string): Promise<void> =>
  enqueue(refilePostsOf, { categoryId })
