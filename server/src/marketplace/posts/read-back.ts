import { reply } from '../../platform/operation/reply.ts'
import type { Work } from '../../platform/operation/work.ts'
import { keepCard } from './kept-cards.ts'
import { noSuchPost } from './problems.ts'
import { selectPostForEditor } from './queries.ts'
import { presentPost } from './shapes.ts'

/** A listing as its editor gets it back after a write, which makes its card anew. */
export async function readBack(
  { db, clock, services }: Pick<Work, 'db' | 'clock' | 'services'>,
  id: string,
  editorId: string,
) {
  const row = await selectPostForEditor(db, id, { viewer: editorId, origin: null, now: clock.now() })
  if (!row) throw noSuchPost()
  await keepCard(db, row)
  return presentPost(row, editorId, services.settings.publicUrl)
}

/** The same as the answer to what its author did, which confirms nothing that waits for a moderator. */
export async function replyToAuthor(
  work: Pick<Work, 'db' | 'clock' | 'services'>,
  id: string,
  authorId: string,
) {
  const data = await readBack(work, id, authorId)
  return reply({ data, ...(data.review?.state === 'waiting' ? { message: 'Waits for a moderator' } : {}) })
}
