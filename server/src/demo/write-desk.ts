import { upsertAlert } from '../marketplace/alerts/public.ts'
import { receiveReport } from '../marketplace/error-reports/public.ts'
import { insertContactMessage, insertFeedback } from '../marketplace/support/public.ts'
import { hours } from '../platform/clock.ts'
import { newId } from '../platform/ids.ts'
import type { Work } from '../platform/operation/work.ts'
import { setValues, valuesWith } from '../platform/system-config/changing.ts'
import { lockNewest } from '../platform/system-config/queries.ts'
import { knownIn, type Town } from './plan.ts'

/** What those find on their desk who run the place: what apps are told, and what came in. */
export async function writeDesk(work: Work, { content: { desk }, people, now }: Town): Promise<void> {
  const { db } = work
  const at = (hoursAgo: number) => new Date(now.getTime() - hours(hoursAgo))
  for (const { hoursAgo, ...alert } of desk.alerts) {
    const everywhere = { platforms: [], min_version: null, max_version: null }
    const times = { starts_at: at(hoursAgo), ends_at: null, is_dismissible: true }
    await upsertAlert(work, { ...alert, ...everywhere, ...times, id: newId() }, at(hoursAgo))
  }
  for (const { author, rating = null, screen, platform, hoursAgo, ...feedback } of desk.feedback) {
    const context = { screen, platform }
    const userId = knownIn(people, author).id
    const row = { ...feedback, id: newId(), userId, rating, context, language: 'en' as const }
    await insertFeedback(db, row, at(hoursAgo))
  }
  for (const { author, hoursAgo, ...message } of desk.messages) {
    const { id: userId, name, email } = knownIn(people, author)
    const row = { ...message, id: newId(), userId, name, email, language: 'en' as const }
    await insertContactMessage(db, row, at(hoursAgo))
  }
  for (const { author, config, hoursAgo } of desk.settings) {
    const before = await lockNewest(db)
    const change = { values: valuesWith(work, before, config), actorId: knownIn(people, author).id }
    const then = { ...work, clock: { now: () => at(hoursAgo) } }
    await setValues(then, before, { ...change, restored: null })
  }
  for (const { appVersion, os, trail, times, ...report } of desk.errors) {
    const breadcrumbs = trail.map((message) => ({ message }))
    for (let time = 0; time < times; time += 1)
      await receiveReport(work, { ...report, app_version: appVersion, device: { os }, breadcrumbs })
  }
}
