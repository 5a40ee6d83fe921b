import type { Work } from '../../platform/operation/work.ts'
import { lookerOf } from './looker.ts'
import { insertPastRows } from './queries.ts'

/** That somebody looked at a listing of somebody else's, some time ago. */
export interface PastView {
  postId: string
  personId: string
  source: string
  at: Date
}

/** Writes down many views at once, each from a network address of its person's own. */
export async function insertPastViews(
  { db, services }: Pick<Work, 'db' | 'services'>,
  views: readonly PastView[],
): Promise<void> {
  const secret = services.settings.signingSecret
  const rows = views.map(({ postId, personId, source, at }) => ({
    post_id: postId,
    source,
    viewed_at: at.toISOString(),
    ...lookerOf({ id: personId }, { ip: personId }, { deviceId: undefined, secret, now: at }),
  }))
  await insertPastRows(db, rows)
}
