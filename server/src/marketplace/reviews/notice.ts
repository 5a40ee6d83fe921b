import type { Work } from '../../platform/operation/work.ts'
import { notify, retractNotifications, tellChanged } from '../notifications/public.ts'
import type { Texts } from '../texts.en.ts'
import { inEachLanguage } from '../texts.ts'
import type { DealRow, RemindedRow } from './deal-queries.ts'
import { reviewUpdated } from './events.ts'
import { findTitle, type NewReview, type OpenedRow, type ReviewRow } from './queries.ts'

interface News {
  dealId: string
  recipientId: string
  actorId: string
  what: keyof Texts['reviews']['told']
  message: string
  /** Of all that is told of this deal, what tells this one. */
  cause: string
}

const noticeOf = ({ dealId, recipientId, actorId, what, message, cause }: News) => ({
  recipientId,
  actorId,
  category: 'order' as const,
  title: inEachLanguage(({ reviews }) => reviews.told[what]),
  message,
  reference: { model: 'deal', id: dealId },
  sourceEvent: causeOf(dealId, cause),
  action: {
    label: inEachLanguage(({ reviews }) => reviews.view),
    actionType: 'navigate',
    payload: { screen: 'Reviews', id: dealId },
  },
})

const causeOf = (dealId: string, cause: string) => `deal:${dealId}:${cause}`
const promptOf = (personId: string) => `prompt:${personId}`
const reminderOf = (personId: string) => `reminder:${personId}`
const writtenBy = (authorId: string) => `written:${authorId}`
const opened = (authorId: string) => `opened:${authorId}`
const repliedTo = (reviewId: string) => `reply:${reviewId}`

/**
 * Asks people what they think of a deal. It comes from the other one, as all that is told of it: what it was about is
 * what its seller wrote, and goes with them.
 */
export async function tellOfDeal(work: Work, deal: DealRow, to: readonly string[]): Promise<void> {
  const { id: dealId, buyer_id, seller_id } = deal
  const message = await findTitle(work.db, dealId)
  const notices = to.map((recipientId) => {
    const actorId = recipientId === buyer_id ? seller_id : buyer_id
    return noticeOf({ dealId, recipientId, actorId, what: 'prompt', message, cause: promptOf(recipientId) })
  })
  await notify(work, notices)
}

/** Reminds people once of a deal that they have not reviewed. */
export async function remindOfDeals(work: Work, rows: readonly RemindedRow[]): Promise<void> {
  const notices = rows.map(({ deal_id: dealId, recipient_id: recipientId, actor_id: actorId, title }) =>
    noticeOf({
      ...{ dealId, recipientId, actorId, message: title },
      what: 'reminder',
      cause: reminderOf(recipientId),
    }),
  )
  if (notices.length > 0) await notify(work, notices)
}

/** Whoever has written need not be reminded. */
export async function takeBackReminder(
  work: Work,
  { dealId, authorId }: Pick<NewReview, 'dealId' | 'authorId'>,
): Promise<void> {
  tellChanged(
    work,
    await retractNotifications(work.db, causeOf(dealId, reminderOf(authorId)), work.clock.now()),
  )
}

/** Takes back what was asked of a deal that is none any more, and what was told of it. */
export async function takeBackDeal(work: Work, { id, buyer_id, seller_id }: DealRow): Promise<void> {
  const now = work.clock.now()
  const asked = [buyer_id, seller_id].flatMap((id) => [promptOf(id), reminderOf(id)])
  for (const cause of [...asked, writtenBy(seller_id)])
    tellChanged(work, await retractNotifications(work.db, causeOf(id, cause), now))
  publishChange(work, { dealId: id, people: [buyer_id, seller_id] })
}

/** Tells somebody that they were reviewed, and not how. */
export async function tellOfSealed(work: Work, review: NewReview): Promise<void> {
  await tellOfWriting(work, review, 'sealed')
}

/** Tells who wrote first that both can be read now. */
export async function tellOfBoth(work: Work, review: NewReview): Promise<void> {
  await tellOfWriting(work, review, 'both')
}

async function tellOfWriting(
  work: Work,
  { dealId, authorId, subjectId }: NewReview,
  what: 'sealed' | 'both',
): Promise<void> {
  const message = await findTitle(work.db, dealId)
  const news = { dealId, recipientId: subjectId, actorId: authorId, what, message }
  await notify(work, [noticeOf({ ...news, cause: writtenBy(authorId) })])
}

/** Tells both people of reviews that came out by the clock. */
export async function tellOfOpened(work: Work, rows: readonly OpenedRow[]): Promise<void> {
  const notices = rows.flatMap(({ deal_id: dealId, author_id, subject_id, title: message }) => {
    const cause = opened(author_id)
    const [toSubject, toAuthor] = ['opened', 'ownOpened'] as const
    return [
      noticeOf({ dealId, recipientId: subject_id, actorId: author_id, what: toSubject, message, cause }),
      noticeOf({ dealId, recipientId: author_id, actorId: subject_id, what: toAuthor, message, cause }),
    ]
  })
  if (notices.length > 0) await notify(work, notices)
  for (const { deal_id: dealId, author_id, subject_id } of rows)
    publishChange(work, { dealId, people: [author_id, subject_id] })
}

export async function tellOfReply(work: Work, review: ReviewRow, text: string): Promise<void> {
  const { deal_id: dealId, author_id: recipientId, subject_id: actorId } = review
  const message = [...text].slice(0, 200).join('')
  const cause = repliedTo(review.id)
  await notify(work, [noticeOf({ dealId, recipientId, actorId, what: 'replied', message, cause })])
  publishChange(work, { dealId, people: [recipientId, actorId] })
}

/** Nobody hears any more of a review that is gone. */
export async function takeBackReview(
  work: Work,
  { id, deal_id, author_id }: Pick<ReviewRow, 'id' | 'deal_id' | 'author_id'>,
): Promise<void> {
  const now = work.clock.now()
  for (const cause of [writtenBy(author_id), opened(author_id), repliedTo(id)])
    tellChanged(work, await retractNotifications(work.db, causeOf(deal_id, cause), now))
}

/** Has open apps of both load a deal anew. */
export function publishChange(
  { publish }: Work,
  { dealId, people }: { dealId: string; people: readonly string[] },
): void {
  for (const recipientId of people) publish(reviewUpdated, { recipientId, data: { deal_id: dealId } })
}
