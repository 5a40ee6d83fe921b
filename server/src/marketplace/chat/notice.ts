import type { Words } from '../../platform/language.ts'
import type { Work } from '../../platform/operation/work.ts'
import {
  leaveNotice,
  type Notice,
  notify,
  retractNotifications,
  tellChanged,
} from '../notifications/public.ts'
import { inEachLanguage } from '../texts.ts'
import { type Announced, type Appended, findUnread, standingNotice } from './queries.ts'

// One notice of a room stands in the reader's inbox at most. Its cause names the message it is
// about; calls of one room come one after another, because the room is locked.

const causeOf = (roomId: string, seq: number) => `room:${roomId}:${seq}`
const seqOf = (cause: string) => Number(cause.slice(cause.lastIndexOf(':') + 1))
const previewLength = 200

const previewOf = ({ text, meetup, is_offer: isOffer }: Announced): Words =>
  [...text].slice(0, previewLength).join('') ||
  inEachLanguage(({ chat }) => (isOffer ? chat.offer : meetup ? chat.meetup(meetup.place) : chat.picture))

const noticeOf = (
  readerId: string,
  message: Announced,
  cause = causeOf(message.room_id, message.seq),
): Notice => ({
  recipientId: readerId,
  actorId: message.sender_id,
  category: 'message',
  title: message.sender_name,
  message: previewOf(message),
  reference: { model: 'chat_room', id: message.room_id },
  sourceEvent: cause,
  action: {
    label: inEachLanguage(({ chat }) => chat.reply),
    actionType: 'navigate',
    payload: { screen: 'ChatRoom', id: message.room_id },
  },
})

/** Tells the reader of a new message, unless they have yet to deal with the notice of one before. */
export function announce(
  work: Work,
  readerId: string,
  message: Announced,
  { standing: known, hasDevice }: Pick<Appended, 'standing' | 'hasDevice'>,
): void {
  if (known?.isOpen) return
  if (known) work.pipeline(retractNotifications(work.db, known.sourceEvent, work.clock.now()))
  leaveNotice(work, noticeOf(readerId, message), { hasDevice })
}

/** Tells the reader once more of a message, in the place of the room's notice. */
export async function remind(work: Work, readerId: string, message: Announced): Promise<void> {
  const [known] = (await standingNotice(message.room_id, readerId).execute(work.db)).rows
  if (known) await retractNotifications(work.db, known.sourceEvent, work.clock.now())
  await notify(work, [noticeOf(readerId, message, `room:${message.room_id}:again:${message.seq}`)])
}

/** After messages were read, deleted or hidden: takes their notice back, or lets it tell of another that is unread. */
export async function settle(work: Work, roomId: string, readerId: string): Promise<void> {
  const [known] = (await standingNotice(roomId, readerId).execute(work.db)).rows
  if (!known) return
  const seq = seqOf(known.sourceEvent)
  const unread = await findUnread(work.db, roomId, readerId, seq)
  if (unread?.seq === seq) return
  const gone = await retractNotifications(work.db, known.sourceEvent, work.clock.now())
  const told = unread && known.isOpen ? await notify(work, [noticeOf(readerId, unread)]) : new Set()
  if (told.size === 0) tellChanged(work, gone)
}
