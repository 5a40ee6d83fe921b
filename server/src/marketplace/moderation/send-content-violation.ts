import { type Static, Type } from 'typebox'
import { days } from '../../platform/clock.ts'
import { operation } from '../../platform/operation/operation.ts'
import { Id, Integer, OneOf, Text } from '../../platform/operation/schema.ts'
import type { Work } from '../../platform/operation/work.ts'
import { moderator } from '../access.ts'
import { suspendPerson } from '../accounts/public.ts'
import {
  NotificationRecord,
  notify,
  presentNotification,
  retractNotificationsAbout,
  selectNotificationByCause,
  tellChanged,
} from '../notifications/public.ts'
import { moderatePost } from '../posts/public.ts'
import { findPerson } from '../users/public.ts'
import { noSuchRecipient, notAgainstStaff, referenceMismatch } from './problems.ts'

const Body = Type.Object({
  recipient: Id,
  reference: Type.Object({ model: OneOf(['post', 'user']), id: Id }),
  rule: Text(1, 64, { pattern: '^[A-Za-z0-9 _.-]+$' }),
  title: Type.Optional(Text(1, 120)),
  message: Text(1, 2000),
  action: OneOf(['none', 'warn', 'hide', 'remove', 'suspend']),
  appeal_days: Type.Optional(Integer(1, 30, { default: 20 })),
})

/** Does what was decided. @returns false when it does not fit what the decision is about. */
async function act(
  work: Work,
  { recipient, reference, action, message }: Static<typeof Body>,
): Promise<boolean> {
  const isGone = action === 'hide' || action === 'remove'
  if (reference.model === 'user') {
    if (reference.id !== recipient || isGone) return false
  } else {
    const at = work.clock.now()
    if (!(await moderatePost(work.db, { id: reference.id, authorId: recipient, action, at }))) return false
    if (isGone) tellChanged(work, await retractNotificationsAbout(work.db, reference.id, at))
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
    'Tell a person that something of theirs breaks a rule, and act on it, once for each rule and action',
  tag: 'notifications',
  access: moderator,
  body: Body,
  replies: { 200: { message: 'Content violation sent successfully', data: NotificationRecord } },
  problems: [noSuchRecipient, referenceMismatch, notAgainstStaff],

  async handle({ body, caller, ...work }) {
    const { db, clock } = work
    const { recipient, reference, rule, action } = body
    const sourceEvent = `violation:${reference.model}:${reference.id}:${rule}:${action}`
    const person = await findPerson(db, recipient)
    if (!person) throw noSuchRecipient()
    if (action === 'suspend' && person.role !== 'user' && caller.kind !== 'administrator')
      throw notAgainstStaff()
    const appealUntil = new Date(clock.now().getTime() + days(body.appeal_days ?? 20)).toISOString()
    const told = await notify(work, [
      {
        recipientId: recipient,
        actorId: caller.id,
        category: 'content_violation',
        title: body.title ?? 'One of our rules was broken',
        message: `${body.message}\n\nYou can appeal until ${appealUntil.slice(0, 10)}.`,
        reference,
        sourceEvent,
      },
    ])
    // A repeat, also of another moderator at the same moment, finds the notice there and everything done.
    if (told.has(recipient)) {
      if (!(await act(work, body))) throw referenceMismatch()
      work.audit(`${reference.model}/${reference.id}`, { recipient, rule, action, appealUntil })
    }
    const row = await selectNotificationByCause(db, sourceEvent, recipient)
    if (!row) throw noSuchRecipient()
    return presentNotification(row)
  },
})
