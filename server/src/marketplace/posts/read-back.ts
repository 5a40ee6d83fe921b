import type { Work } from '../../platform/operation/work.ts'
import { noSuchPost } from './problems.ts'
import { selectPostForEditor } from './queries.ts'
import { presentPost } from './shapes.ts'

/** A listing as its editor gets it back after a write. */
export async function readBack(
  { db, clock, services }: Pick<Work, 'db' | 'clock' | 'services'>,
  id: string,
  editorId: string,
) {
  const row = await selectPostForEditor(db, id, { viewer: editorId, origin: null, now: clock.now() })
  if (!row) throw noSuchPost()
  return presentPost(row, editorId, services.settings.publicUrl)
}
