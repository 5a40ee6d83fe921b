import type { Work } from '../../platform/operation/work.ts'
import { insertPastImpressionRows, sumImpressions } from './impression-queries.ts'
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

/** Writes down that many listings were shown to people some time ago. */
export async function insertPastImpressions(
  { db, services, clock }: Pick<Work, 'db' | 'services' | 'clock'>,
  shown: readonly Omit<PastView, 'source'>[],
): Promise<void> {
  const secret = services.settings.signingSecret
  const rows = shown.map(({ postId, personId, at }) => {
    const { viewer } = lookerOf({ id: personId }, { ip: personId }, { deviceId: undefined, secret, now: at })
    return { post_id: postId, shown_at: at.toISOString(), viewer }
  })
  await insertPastImpressionRows(db, rows)
  // Of days that are long over, only the sums are asked.
  const today = clock.now().toISOString().slice(0, 10)
  const days = new Set(rows.map(({ shown_at }) => shown_at.slice(0, 10)))
  await sumImpressions(
    db,
    [...days].filter((day) => day < today),
    [...new Set(rows.map(({ post_id }) => post_id))],
  )
}
