import type { Work } from '../../platform/operation/work.ts'
import { notify } from '../notifications/public.ts'
import { aboutPost } from '../posts/public.ts'
import { inEachLanguage } from '../texts.ts'
import { selectStaff } from '../users/public.ts'
import type { CaseRow } from './queries.ts'

/** Of what is urgent staff hears each time, of everything else once a day: more would only teach people to look away. */
export async function tellStaff(work: Work, row: CaseRow, reporterId: string): Promise<void> {
  const day = work.clock.now().toISOString().slice(0, 10)
  const staff = await selectStaff(work.db)
  const isUrgent = row.is_urgent
  await notify(
    work,
    staff
      .filter((id) => id !== row.subject_id && id !== reporterId)
      .map((recipientId) => ({
        recipientId,
        actorId: null,
        category: 'moderation' as const,
        title: inEachLanguage(({ reports }) => (isUrgent ? reports.urgent : reports.waiting)),
        message: inEachLanguage(({ reports }) => reports.look),
        reference: { model: 'moderation_queue', id: isUrgent ? row.id : day },
        action: {
          label: inEachLanguage(({ moderation }) => moderation.look),
          actionType: 'navigate',
          payload: { screen: 'ModerationQueue' },
        },
        sourceEvent: isUrgent ? `case:${row.id}` : `reports:${day}`,
      })),
  )
}

/** The author hears that the listing is out of sight until somebody looks, and of nobody who reported it. */
export async function tellAuthorOfHiding(
  work: Work,
  listing: { id: string; authorId: string; title: string; cause: string },
): Promise<void> {
  await notify(work, [
    {
      ...aboutPost({ id: listing.id, photo_ids: [] }, work),
      recipientId: listing.authorId,
      actorId: null,
      category: 'moderation',
      title: inEachLanguage(({ reports }) => reports.hidden.title),
      message: inEachLanguage(({ reports }) => reports.hidden.message(listing.title)),
      sourceEvent: `hidden:${listing.cause}`,
    },
  ])
}
