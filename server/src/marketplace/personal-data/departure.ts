import type { Static } from 'typebox'
import { canonicalEmail } from '../../platform/identity/email.ts'
import { ownerOfSession } from '../../platform/identity/sessions.ts'
import type { RequestFacts } from '../../platform/operation/caller.ts'
import { type Problem, sessionRevoked } from '../../platform/operation/problem.ts'
import type { Work } from '../../platform/operation/work.ts'
import { isHeld, type Owner } from '../../platform/personal-data/personal-data.ts'
import { countHeld } from '../../platform/personal-data/queries.ts'
import type { Caller } from '../access.ts'
import { beginLeaving, returnableForMs } from '../accounts/public.ts'
import { endSubscriptionOf } from '../subscriptions/public.ts'
import { type LeavingContent, lockUser, selectUser, type UserRow } from '../users/public.ts'
import { accountLeaving } from './announcements.ts'
import { holdings } from './holdings.ts'
import { refuseUnproved } from './proof.ts'
import type { Departure, LeavingWish, shownKinds } from './shapes.ts'

type Departed = Static<typeof Departure>

/** What people are told of, before they leave. */
const shown: Record<(typeof shownKinds)[number], string> = {
  listings: 'marketplace.post',
  comments: 'marketplace.comment',
  chats: 'marketplace.room_member',
  saved_listings: 'marketplace.favourite',
  follows: 'marketplace.follow',
  notices: 'marketplace.notification',
  purchases: 'marketplace.purchase_listing',
  pictures: 'platform.upload',
}
const mostCounted = 10_000

/** Of whom something may be kept, and under which addresses. */
export function ownerOf({ id, email, is_verified, reclaimed_at: since }: UserRow): Owner {
  const emails = email === null ? [] : [...new Set([email, canonicalEmail(email)])]
  return { realm: 'marketplace', id, emails, proved: is_verified ? emails : [], since }
}

async function describe(
  { db }: Pick<Work, 'db'>,
  user: UserRow,
  { content, until, preview }: { content: LeavingContent; until: Date; preview: boolean },
): Promise<Departed> {
  const all = Object.assign({}, ...holdings)
  const owner = ownerOf(user)
  const effects = await Promise.all(
    Object.entries(shown).map(async ([what, table]) => {
      const held = all[table]
      if (!held || !isHeld(held)) throw new Error(`${table} is nobody's`)
      const fate = (content === 'anonymise' && held.anonymous) || held.leaving
      const becomes =
        fate === held.anonymous
          ? 'anonymous'
          : fate !== 'delete' && 'stays' in fate
            ? 'kept_by_others'
            : 'deleted'
      return { what, becomes, count: await countHeld(db, [table, held], owner, mostCounted) }
    }),
  )
  return {
    preview,
    content,
    restorable_until: until.toISOString(),
    // The names of the kinds are the keys of `shown`.
    effects: effects as Departed['effects'],
  }
}

interface Asked {
  body: Static<typeof LeavingWish>
  /** Null where the session has ended, as after leaving. */
  caller: Caller | null
  request: RequestFacts
}

/**
 * Says what leaving does, or leaves: only who proved just now that they are who they are. A repeat, whose session the
 * first one ended, is told the same.
 * @throws SESSION_REVOKED when the session ended otherwise
 */
export async function depart(work: Work, { body, caller, request }: Asked): Promise<Departed | Problem> {
  if (!caller) return repeat(work, request.endedSessionId ?? '')
  const { content = 'delete', preview = false } = body
  if (preview) {
    const user = await selectUser(work.db, caller.id)
    if (!user) throw sessionRevoked()
    const until = new Date(work.clock.now().getTime() + returnableForMs)
    return describe(work, user, { content, until, preview })
  }
  const refusal = await refuseUnproved(work, { ...body, caller, request })
  if (refusal) return refusal
  const user = await lockUser(work.db, caller.id)
  if (user?.status !== 'active') throw sessionRevoked()
  await work.announce(accountLeaving, { userId: caller.id })
  const departure = await describe(work, user, { content, until: work.clock.now(), preview })
  await endSubscriptionOf(work, { userId: user.id })
  const { leavesAt } = await beginLeaving(work, user, content)
  return { ...departure, restorable_until: leavesAt.toISOString() }
}

async function repeat(work: Work, sessionId: string): Promise<Departed> {
  const id = await ownerOfSession(work, 'marketplace', sessionId)
  const user = id === undefined ? undefined : await selectUser(work.db, id)
  if (!user?.leaves_at || !user.leaves_content) throw sessionRevoked()
  return describe(work, user, { content: user.leaves_content, until: user.leaves_at, preview: false })
}
