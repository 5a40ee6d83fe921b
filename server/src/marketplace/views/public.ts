import type { Announced } from '../../platform/operation/announcement.ts'
import type { Work } from '../../platform/operation/work.ts'
import type { interestShown } from '../posts/public.ts'
import { addressOfInterest } from './looker.ts'
import { upsertInterest } from './queries.ts'

export { type Figures, selectFigures } from './figures-queries.ts'
export { insertPastImpressions, insertPastViews, type PastView } from './past-views.ts'
export { type Period, periodOf } from './period.ts'
export { personalData } from './personal-data.ts'
export { invalidTimezone } from './problems.ts'
export {
  daysBefore,
  figuresOf,
  figuresSince,
  selectLookedAt,
} from './ranking-queries.ts'
export { selectViewed } from './sum-queries.ts'

/** Keeps from where somebody showed interest: however many they are at one address, for what is trending they are one. */
export async function noteInterest(
  { db, clock, services }: Work,
  { postId, userId, kind, ip }: Announced<(typeof interestShown)['data']>,
): Promise<void> {
  const address = addressOfInterest(services.settings.signingSecret, ip)
  await upsertInterest(db, { postId, kind, userId, address, at: clock.now() })
}
