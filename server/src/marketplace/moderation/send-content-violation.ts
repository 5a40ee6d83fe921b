import { createHash } from 'node:crypto'
import { type Static, Type } from 'typebox'
import { days } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import { type Words, wordsIn } from '../../platform/language.ts'
import { operation } from '../../platform/operation/operation.ts'
import { OneOf, Text } from '../../platform/operation/schema.ts'
import type { Work } from '../../platform/operation/work.ts'
import { moderator } from '../access.ts'
import { suspendPerson } from '../accounts/public.ts'
import { ModeratedId } from '../ids.ts'
import {
  findStandingNotification,
  NotificationRecord,
  notify,
  presentNotification,
  retractNotificationsAbout,
  selectNotificationByCause,
  tellChanged,
} from '../notifications/public.ts'
import { moderatePost } from '../posts/public.ts'
import { inEachLanguage } from '../texts.ts'
import { findPerson } from '../users/public.ts'
import { listingTakenDown } from './announcements.ts'
import { noSuchRecipient, notAgainstStaff, referenceMismatch } from './problems.ts'

const Body = Type.Object({
  recipient: ModeratedId,
  reference: Type.Object({ model: OneOf(['post', 'user']), id: ModeratedId }),
  rule: Text(1, 64, { pattern: '^[A-Za-z0-9 _.-]+$', example: 'prohibited item' }),
  title: Type.Optional(Text(1, 120, { example: 'Your listing' })),
  message: Text(1, 2000, { example: 'Please read what may be sold here.' }),
  action: OneOf(['none', 'warn', 'hide', 'remove', 'suspend']),
})

const ruleBroken = inEachLanguage(({ moderation }) => moderation.ruleBroken)
const titleOf = ({ title }: Static<typeof Body>): Words => title ?? ruleBroken

/**
 * The cause of a notice: the same again within a day is the same incident, and later, or in other words, a
 * new one. They are counted, so that of several moderators at once one makes it.
 */
async function incidentOf(db: Db, body: Static<typeof Body>, now: Date): Promise<string> {
  const { recipient: recipientId, reference, rule, action, message } = body
  const words = createHash('sha256')
    .update(JSON.stringify([wordsIn(titleOf(body), 'en'), message]))
    .digest('base64url')
  const cause = `violation:${reference.model}:${reference.id}:${rule}:${action}:${words}:`
  const about = { recipientId, category: 'content_violation', referenceId: reference.id }
  const last = await findStandingNotification(db, about, cause)
  if (!last) return `${cause}1`
  const isSame = now.getTime() - last.createdAt.getTime() < days(1)
  return isSame ? last.sourceEvent : `${cause}${Number(last.sourceEvent.slice(cause.length)) + 1}`
}

/** Does what was decided. @returns false when it does not fit what the decision is about. */
async function act(
  work: Work,
  { recipient, reference, action, message }: Static<typeof Body>,
): Promise<boolean> {
  const isGone = action === 'hide' || action === 'remove'
  if (reference.model === 'user') {
    if (reference.id !== recipient || isGone) return false
  } else {
    if (!(await moderatePost(work, { id: reference.id, authorId: recipient, action }))) return false
    if (isGone) {
      tellChanged(work, await retractNotificationsAbout(work.db, reference.id, work.clock.now()))
      await work.announce(listingTakenDown, { postId: reference.id })
    }
  }
  if (action === 'suspend') await suspendPerson(work, recipient, message)
  return true
}

export const sendContentViolation = operation({
  key: 'M78',
  source: 'named in the specification with POST; path, body and actions chosen here',
  method: 'POST',
  path: '/notification-mgt/content-violation/manual',
  summary:
    'Tell a person that something of theirs breaks a rule, and act on it; the same words again within a day change nothing',
  tag: 'notifications',
  access: moderator,
  body: Body,
  replies: { 200: { message: 'Content violation sent successfully', data: NotificationRecord } },
  problems: [noSuchRecipient, referenceMismatch, notAgainstStaff],

  async handle({ body, caller, ...work }) {
    const { db, clock } = work
    const { recipient, reference, rule, action } = body
    const person = await findPerson(db, recipient)
    if (!person) throw noSuchRecipient()
    if (action === 'suspend' && person.role !== 'user' && caller.kind !== 'administrator')
      throw notAgainstStaff()
    const sourceEvent = await incidentOf(db, body, clock.now())
    const told = await notify(work, [
      {
        recipientId: recipient,
        actorId: caller.id,
        category: 'content_violation',
        title: titleOf(body),
        message: body.message,
        reference,
        sourceEvent,
      },
    ])
    // A repeat, also of another moderator at the same moment, finds the notice there and everything done.
    if (told.has(recipient)) {
      if (!(await act(work, body))) throw referenceMismatch()
      work.audit(`${reference.model}/${reference.id}`, { recipient, rule, action })
    }
    const row = await selectNotificationByCause(db, sourceEvent, recipient)
    if (!row) throw noSuchRecipient()
    return presentNotification(row)
  },
})
