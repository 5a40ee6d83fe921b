import { hours, minutes } from '../../platform/clock.ts'
import { ago } from '../../platform/jobs/sweep.ts'
import type { Work } from '../../platform/operation/work.ts'
import { selectLookedAt, selectViewed } from '../views/public.ts'
import {
  countWindows,
  forgetOthers,
  holdProgress,
  selectPublished,
  updateProgress,
} from './window-queries.ts'

type Writing = Pick<Work, 'db' | 'clock'>

/** How much one statement does, and one transaction. */
const usual = { views: 10_000, listings: 100, ofPass: 20_000 }
export type WindowPortions = typeof usual

/** A request writes down the moment at which it began, and may commit so much later. */
const lateMs = minutes(1)
/** Of what was looked at for longer than that, everything is counted instead. */
const caughtUpMs = hours(2)
/** Lists are made every five minutes; what is younger than that is from this time. */
export const roundMs = minutes(4)

/** Before every id. */
const beginning = '00000000-0000-0000-0000-000000000000'

/**
 * Counts how often listings were looked at within the windows up to now. A count is another one only when somebody looked
 * since the last time, or at the same time a day ago, when it was published, or when a day began: then all are counted
 * anew, some at a time.
 * @returns whether that is done; whether there are more of all to count, for the first time or on a day; or whether
 * somebody else counts
 */
export async function countLooks(
  work: Writing,
  portions = usual,
): Promise<'done' | 'more' | 'first' | 'elsewhere'> {
  const { db, clock } = work
  const progress = await holdProgress(db)
  if (!progress) return 'elsewhere'
  const now = clock.now()
  const today = now.toISOString().slice(0, 10)
  const { counted_to: since, pass_day, passed } = progress
  const isFollowed = since !== null && since <= now && since > ago(now, caughtUpMs)
  const isFirst = !isFollowed || pass_day === null
  const behind = isFollowed && (isFirst || pass_day === today) ? passed : beginning
  if (isFollowed && behind === null && since > ago(now, roundMs)) return 'done'
  if (isFollowed) await countLookedAt(work, { since, now, portions })
  const next = behind === null ? null : await countBehind(work, { after: behind, now, portions })
  const isUnderWay = next !== null
  await updateProgress(db, { counted_to: now, pass_day: isFirst && isUnderWay ? null : today, passed: next })
  if (!isUnderWay) return 'done'
  return isFirst ? 'first' : 'more'
}

/** Counts everything anew. */
export async function countAllLooks(work: Writing, portions = usual): Promise<void> {
  const { db } = work
  await holdProgress(db)
  await updateProgress(db, { counted_to: null, pass_day: null, passed: null })
  while ((await countLooks(work, portions)) !== 'done');
}

interface Since {
  since: Date
  now: Date
  portions: WindowPortions
}

/** What entered a window, or left that of a day, since a moment, and what was published. */
async function countLookedAt({ db }: Writing, { since, now, portions }: Since): Promise<void> {
  const from = ago(since, lateMs)
  const ids = new Set(await selectPublished(db, { from, to: now }))
  for (const span of [
    { from, to: now },
    { from: ago(from, hours(24)), to: ago(now, hours(24)) },
  ])
    for (let after: { post_id: string; viewed_at: Date } | undefined, isMore = true; isMore; ) {
      const rows = await selectLookedAt(db, span, after, portions.views)
      for (const { post_id } of rows) ids.add(post_id)
      after = rows.at(-1)
      isMore = rows.length === portions.views
    }
  // In the order of their ids, by which they stand beside each other.
  const sorted = [...ids].sort()
  for (let at = 0; at < sorted.length; at += portions.listings)
    await countWindows(db, sorted.slice(at, at + portions.listings), now)
}

interface Behind {
  after: string
  now: Date
  portions: WindowPortions
}

/** The next of what was ever looked at. @returns behind which that goes on; null when these are the last ones */
async function countBehind({ db }: Writing, { after, now, portions }: Behind): Promise<string | null> {
  let last = after
  for (let counted = 0; counted < portions.ofPass; counted += portions.listings) {
    const ids = await selectViewed(db, last, portions.listings)
    const upTo = ids.length === portions.listings ? ids.at(-1) : undefined
    await countWindows(db, ids, now)
    await forgetOthers(db, { after: last, upTo, ids })
    if (upTo === undefined) return null
    last = upTo
  }
  return last
}
