import {
  appealDays,
  appealTo,
  decideCase,
  resubmit,
  suspensionDays,
} from '../marketplace/moderation/public.ts'
import { updatePostContent } from '../marketplace/posts/public.ts'
import { lockCase, nothing, receive } from '../marketplace/reports/public.ts'
import { hours } from '../platform/clock.ts'
import { minorOf } from '../platform/money.ts'
import type { Work } from '../platform/operation/work.ts'
import { known, knownIn, type Town } from './plan.ts'
import { contentOf, currency } from './write-marketplace.ts'

/** What people reported: decided, appealed, or waiting in the console. */
export async function writeReports(work: Work, { content, listings, people, now }: Town): Promise<void> {
  const moderator = known([...people.values()], ({ role }) => role === 'moderator')
  /** As it was done then; nobody has an app open yet that would hear of it. */
  const then = (hoursAgo: number): Work => {
    const at = new Date(now.getTime() - hours(hoursAgo))
    return { ...work, clock: { now: () => at }, publish: () => undefined }
  }
  for (const { from, reason, details, hoursAgo, decision, ...report } of content.reports) {
    const listing = knownIn(listings, report.listing)
    const caseId = await receive(then(hoursAgo), {
      reporterId: knownIn(people, from).id,
      target: { model: 'post', targetId: listing.id, subjectId: listing.seller.id },
      reason,
      details,
      snapshot: {
        ...nothing,
        title: listing.title,
        text: listing.description,
        price_minor: minorOf(listing.price, currency, 'price'),
        currency,
        photo_ids: [...listing.pictureIds],
      },
    }).then(({ case_id }) => case_id)
    if (!decision) continue
    const { hoursLater, action, rule = '', facts = '', statement = '', appeal, putRight } = decision
    const later = then(hoursAgo - hoursLater)
    const found = await lockCase(later.db, caseId)
    if (!found) throw new Error('the report opened no case')
    const ruling = { action, rule, facts, statement, deciderId: moderator.id }
    const made = await decideCase(later, found, { ...ruling, days: suspensionDays, appealDays })
    if (appeal) await appealTo(then(hoursAgo - hoursLater - appeal.hoursLater), made.id, appeal.text)
    if (!putRight) continue
    const after = then(hoursAgo - hoursLater - putRight.hoursLater)
    const changed = { ...contentOf(listing), description: putRight.description, status: 'hidden' as const }
    await updatePostContent(after.db, listing.id, changed, after.clock.now())
    await resubmit(after, made.id)
  }
}
