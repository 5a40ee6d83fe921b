import { days } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Work } from '../../platform/operation/work.ts'
import { reinstatePerson, suspendPerson } from '../accounts/public.ts'
import { removeComment, restoreComment } from '../comments/public.ts'
import {
  hideAway,
  lockOfAuthor,
  moderatePost,
  showAgain,
  showUnlimited,
  tellKeptNews,
} from '../posts/public.ts'
import { findSnapshot, type Model } from '../reports/public.ts'
import { removeReview, restoreReview } from '../reviews/public.ts'
import { changeUser, lockUser } from '../users/public.ts'
import { type Action, changeDecision, type Decision, findOther, handHidingOver } from './decision-queries.ts'

/** So long a decision can be appealed, unless it says otherwise. */
export const appealDays = 20

/** So long staff can take a decision back. */
export const undoableForMs = days(30)

/** How long a suspension or a limit lasts that does not say it. */
export const suspensionDays = 30

const fitting: Record<Model, readonly Action[]> = {
  post: ['dismiss', 'none', 'warn', 'hide', 'limit', 'remove', 'suspend', 'ban'],
  comment: ['dismiss', 'warn', 'limit', 'remove', 'suspend', 'ban'],
  review: ['dismiss', 'warn', 'remove', 'suspend', 'ban'],
  chat: ['dismiss', 'warn', 'limit', 'suspend', 'ban'],
  user: ['dismiss', 'none', 'warn', 'limit', 'suspend', 'ban'],
}

/** Whether something can be done to such a thing. */
export const isFitting = (action: Action, model: Model): boolean => fitting[model].includes(action)

/** Whether a decision says that a rule was broken. */
export const isAgainst = (action: Action): boolean => action !== 'dismiss' && action !== 'none'

/**
 * Does what was decided. What is removed is hidden until nobody can appeal any more, and then goes for good.
 * @param wasHidden by the reports that it is decided about
 * @returns whether what they had hidden is to be seen again
 */
export async function takeEffect(
  work: Work,
  made: Decision,
  wasHidden: boolean,
): Promise<{ isShownAgain: boolean }> {
  const { db } = work
  const { id, model, action, target_id: targetId, subject_id: subjectId } = made
  const suspends = action === 'suspend' || action === 'ban'
  if (suspends)
    await suspendPerson(work, subjectId, { reason: made.statement, decisionId: id, until: made.ends_at })
  if (action === 'limit') await limitReach(work, made)
  const keepsHidden = suspends || action === 'hide' || action === 'remove'
  const isLifted = wasHidden && !keepsHidden && !(await handHidingOver(db, made))
  const isShownAgain = isLifted && (await showAgain(work, targetId))
  const hasHidden = (await hide(work, made)) || (wasHidden && keepsHidden)
  const dueAt = action === 'remove' && model === 'post' ? made.appeal_until : made.ends_at
  await changeDecision(db, id, { has_hidden: hasHidden, due_at: dueAt, ...(await knownOf(db, made)) })
  return { isShownAgain }
}

/** The listing as it is hidden, so that its author can say that it is another. */
async function knownOf(db: Db, { model, action, target_id: id, subject_id: authorId }: Decision) {
  if (model !== 'post' || action !== 'hide') return {}
  return { known_version: (await lockOfAuthor(db, id, authorId))?.version ?? null }
}

/** @returns whether something was to be seen that is not any more. */
async function hide(work: Work, { model, action, target_id: id, subject_id: authorId }: Decision) {
  if (action !== 'hide' && action !== 'remove') return false
  if (model === 'comment') return removeComment(work, { id, authorId })
  if (model === 'review') return removeReview(work, { id, authorId })
  const done = await moderatePost(work, { id, authorId, action: 'hide' })
  return done?.hasHidden ?? false
}

/** Takes back what a decision did; what another one keeps so stays so. */
export async function takeBack(work: Work, made: Decision): Promise<void> {
  const { db, clock } = work
  const { action, subject_id: subjectId } = made
  if (made.has_hidden && !(await handHidingOver(db, made))) await show(work, made)
  if (action === 'limit') return endLimit(work, made)
  if (action !== 'suspend' && action !== 'ban') return
  const other = await findOther(db, made, clock.now())
  if (!other) return reinstatePerson(work, subjectId)
  const person = await lockUser(db, subjectId)
  if (person?.status !== 'suspended' && person?.status !== 'pending_deletion') return
  const change = {
    suspension_reason: other.statement,
    suspended_by_decision: other.id,
    suspended_until: other.ends_at,
  }
  await changeUser(db, subjectId, change, clock.now())
}

async function show(work: Work, { model, case_id, target_id: id, subject_id: authorId }: Decision) {
  if (model === 'post') return void (await showAgain(work, id))
  if (model === 'review') return restoreReview(work, { id, authorId })
  const snapshot = model === 'comment' && case_id !== null ? await findSnapshot(work.db, case_id) : undefined
  if (snapshot?.text) await restoreComment(work.db, { id, authorId, text: snapshot.text })
}

/** From now on its subject is seen by nobody else; a longer limit stays as it is. */
async function limitReach({ db, clock }: Work, made: Decision): Promise<void> {
  const other = await findOther(db, made, clock.now())
  const isShorter = other?.ends_at && made.ends_at && other.ends_at > made.ends_at
  const until = isShorter ? other.ends_at : made.ends_at
  await changeUser(db, made.subject_id, { limited_until: until }, clock.now())
  await hideAway(db, made.subject_id)
}

async function endLimit({ db, clock, enqueue }: Work, made: Decision): Promise<void> {
  const other = await findOther(db, made, clock.now())
  await changeUser(db, made.subject_id, { limited_until: other?.ends_at ?? null }, clock.now())
  if (other) return
  await showUnlimited(db, made.subject_id)
  await enqueue(tellKeptNews, { authorId: made.subject_id })
}

/** Carries out what was waiting: a suspension or a limit ends, a removed listing goes for good. */
export async function followUp(work: Work, made: Decision): Promise<void> {
  const { db, clock } = work
  const { id, action, status } = made
  if (status !== 'standing') return void (await changeDecision(db, id, { due_at: null }))
  if (action === 'suspend' || action === 'limit') {
    await changeDecision(db, id, { due_at: null })
    return takeBack(work, { ...made, has_hidden: false })
  }
  const isAppealed = made.appealed_at !== null && made.appeal_settled_at === null
  if (isAppealed) {
    const tomorrow = new Date(clock.now().getTime() + days(1))
    return void (await changeDecision(db, id, { due_at: tomorrow }))
  }
  await moderatePost(work, { id: made.target_id, authorId: made.subject_id, action: 'remove' })
  await changeDecision(db, id, { due_at: null, is_final: true })
}
