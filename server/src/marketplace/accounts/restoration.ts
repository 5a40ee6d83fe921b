import { days } from '../../platform/clock.ts'
import type { Work } from '../../platform/operation/work.ts'
import { notify } from '../notifications/public.ts'
import { inEachLanguage } from '../texts.ts'
import { changeUser, lockUser, type UserRow } from '../users/public.ts'
import { isSuspended, unsuspended } from './suspension.ts'

/** For so long somebody who left comes back by signing in. */
export const returnableForMs = days(30)

/**
 * Brings back somebody who left, as long as that is possible; they have just proved who they are. Whom a decision
 * suspended meanwhile goes on leaving, until the account can be entered again: to be refused takes no wish back.
 * @returns the account as it is now, as long as it is there to come back to
 */
export async function comeBack(work: Work, { id, status }: UserRow): Promise<UserRow | undefined> {
  if (status !== 'pending_deletion') return undefined
  const now = work.clock.now()
  const user = await lockUser(work.db, id)
  // Somebody who signs in elsewhere at the same time was faster.
  if (user?.status === 'active' || user?.status === 'suspended') return user
  if (user?.status !== 'pending_deletion' || user.leaves_at === null || user.leaves_at <= now)
    return undefined
  if (isSuspended(user, now)) return user
  const back = { status: 'active', ...unsuspended, leaves_at: null, leaves_content: null } as const
  const returned = await changeUser(work.db, id, back, now)
  await notify(work, [
    {
      recipientId: id,
      actorId: null,
      category: 'security',
      sourceEvent: `back:${id}:${returned.version}`,
      reference: { model: 'user', id },
      title: inEachLanguage(({ leaving }) => leaving.back.title),
      message: inEachLanguage(({ leaving }) => leaving.back.message),
    },
  ])
  return returned
}

/** Whether somebody left, and may come back. To others it is as if they had never been here. */
export const isLeaving = ({ status }: Pick<UserRow, 'status'>): boolean => status === 'pending_deletion'

/** Whether somebody left for good. */
export const hasLeft = ({ status }: Pick<UserRow, 'status'>): boolean =>
  status === 'deleted' || status === 'anonymous'
