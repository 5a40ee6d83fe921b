import {
  getCategoriesOptions,
  getCategoryExerciseOptions,
  getGoalsHomeOptions,
} from '@plaza/client/wellness/queries'
import { byCursor } from '../../ui/queries.ts'
import { allGoals } from '../goals/all-goals.ts'
import { queryClient } from '../query-client.ts'
import { session } from '../session.ts'
import { historyQuery } from '../sessions/history-query.ts'

/** Has the browser keep the app for whoever is signed in: others have no use for it without a connection. */
export function keepAppOnDevice(): void {
  if (!('serviceWorker' in navigator)) return
  const keep = () => {
    if (session.personId === '') return
    // Where it cannot be kept, as in a private window, the app works with a connection.
    navigator.serviceWorker.register('/wellness-worker.js', { scope: '/wellness' }).catch(() => undefined)
    navigator.serviceWorker.ready.then(keepEssentials).catch(() => undefined)
  }
  session.subscribe(keep)
  // What the first page needs goes first.
  if (document.readyState === 'complete') keep()
  else window.addEventListener('load', keep, { once: true })
}

/** What is there already need not be asked for on each day that the app is opened. */
const once = { staleTime: 24 * 3600 * 1000 }

/** What somebody wants in a tunnel though they did not look at it before: their goals, their history, one exercise. */
async function keepEssentials(): Promise<void> {
  if (session.personId === '' || !navigator.onLine) return
  await queryClient.prefetchInfiniteQuery({ ...allGoals, ...byCursor, ...once })
  await queryClient.prefetchInfiniteQuery({ ...historyQuery, ...byCursor, ...once })
  await queryClient.prefetchQuery({ ...getCategoriesOptions({ query: { limit: 100 } }), ...once })
  const home = await queryClient.ensureQueryData(getGoalsHomeOptions())
  const exerciseId = home.data.suggestion?.id
  if (exerciseId !== undefined)
    await queryClient.prefetchQuery({ ...getCategoryExerciseOptions({ path: { exerciseId } }), ...once })
}
