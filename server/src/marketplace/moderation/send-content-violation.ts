import { createHash } from 'node:crypto'
import { type Static, Type } from 'typebox'
import { days } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import { newId } from '../../platform/ids.ts'
import { type Words, wordsIn } from '../../platform/language.ts'
import { operation } from '../../platform/operation/operation.ts'
import { Integer, OneOf, Text } from '../../platform/operation/schema.ts'
import type { Work } from '../../platform/operation/work.ts'
import { moderator } from '../access.ts'
import { hasLeft, suspendPerson } from '../accounts/public.ts'
import { ModeratedId } from '../ids.ts'
import {
  findStandingNotification,
  NotificationRecord,
  notify,
  presentNotification,
  selectNotificationByCause,
} from '../notifications/public.ts'
import { moderatePost } from '../posts/public.ts'
import { addCounts } from '../reports/public.ts'
import { inEachLanguage } from '../texts.ts'
import { selectUser } from '../users/public.ts'
import { appealDays, isAgainst, suspensionDays } from './actions.ts'
import { toDecision } from './decision-notice.ts'
import { changeDecision, insertDecisionMade } from './decision-queries.ts'
import { noSuchRecipient, notAgainstStaff, ownMatter, referenceMismatch } from './problems.ts'
import { RuleName } from './shapes.ts'
import { refuseToDecide } from './subject.ts'
import { updateTrustOf } from './trust.ts'

const Body = Type.Object({
  recipient: ModeratedId,
  reference: Type.Object({ model: OneOf(['post', 'user']), id: ModeratedId }),
  rule: RuleName,
  title: Type.Optional(Text(1, 120, { example: 'Your listing' })),
  message: Text(1, 2000, { example: 'Please read what may be sold here.' }),
  action: OneOf(['none', 'warn', 'hide', 'remove', 'suspend'], {
    description: `a suspension lasts ${suspensionDays} days, and a removal leaves nothing to bring back`,
  }),
  appeal_days: Type.Optional(
    Integer(1, 30, { description: 'how long it can be appealed', default: appealDays }),
  ),
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

/** Does what was decided, and keeps it with its reasons. @returns false when it does not fit what it is about. */
async function act(
  work: Work,
  body: Static<typeof Body>,
  { decisionId, callerId }: { decisionId: string; callerId: string },
): Promise<boolean> {
  const { db, clock } = work
  const { recipient, reference, rule, action, message } = body
  const inDays = (count: number) => new Date(clock.now().getTime() + days(count))
  const isOfPerson = reference.model === 'user'
  if (isOfPerson && (reference.id !== recipient || action === 'hide' || action === 'remove')) return false
  const about = { id: reference.id, authorId: recipient, action }
  const done = isOfPerson ? { hasHidden: false } : await moderatePost(work, about)
  if (!done) return false
  const until = action === 'suspend' ? inDays(suspensionDays) : null
  await insertDecisionMade(db, {
    id: decisionId,
    case_id: null,
    model: reference.model,
    target_id: reference.id,
    subject_id: recipient,
    about: wordsIn(titleOf(body), 'en'),
    action,
    rule,
    facts: '',
    statement: message,
    status: 'standing',
    decided_by: callerId,
    decided_at: clock.now(),
    ends_at: until,
    appeal_until: isAgainst(action) ? inDays(body.appeal_days ?? appealDays) : null,
  })
  const isFinal = action === 'remove'
  await changeDecision(db, decisionId, { has_hidden: done.hasHidden, is_final: isFinal, due_at: until })
  if (until) await suspendPerson(work, recipient, { reason: message, decisionId, until })
  if (isAgainst(action)) await updateTrustOf(work, recipient)
  await addCounts(db, [{ what: 'decision', kind: action }], clock.now())
  return true
}

export const sendContentViolation = operation({
  key: 'M78',
  source: 'named in the specification with POST; path, body and actions chosen here',
  method: 'POST',
  path: '/notification-mgt/content-violation/manual',
  summary:
    'Tell a person that something of theirs breaks a rule, and act on it; they can appeal. The same words again within a day change nothing',
  tag: 'notifications',
  access: moderator,
  body: Body,
  replies: { 200: { message: 'Content violation sent successfully', data: NotificationRecord } },
  problems: [noSuchRecipient, referenceMismatch, notAgainstStaff, ownMatter],

  async handle({ body, caller, ...work }) {
    const { db, clock } = work
    const { recipient, reference, rule, action } = body
    const person = await selectUser(db, recipient)
    if (!person || hasLeft(person)) throw noSuchRecipient()
    await refuseToDecide(db, caller, { case_id: null, subject_id: recipient, action })
    const sourceEvent = await incidentOf(db, body, clock.now())
    const decisionId = newId()
    const told = await notify(work, [
      {
        recipientId: recipient,
        // As of every decision, its subject does not learn whose it is.
        actorId: null,
        category: 'content_violation',
        title: titleOf(body),
        message: body.message,
        reference,
        sourceEvent,
        action: toDecision(decisionId),
      },
    ])
    // A repeat, also of another moderator at the same moment, finds the notice there and everything done.
    if (told.has(recipient)) {
      if (!(await act(work, body, { decisionId, callerId: caller.id }))) throw referenceMismatch()
      work.audit(`${reference.model}/${reference.id}`, { recipient, rule, action })
    }
    const row = await selectNotificationByCause(db, sourceEvent, recipient)
    if (!row) throw noSuchRecipient()
    return presentNotification(row)
  },
})
