import type { Announced } from '../../platform/operation/announcement.ts'
import type { Work } from '../../platform/operation/work.ts'
import { markBackAvailableTold, type postBecameVisible } from '../posts/public.ts'
import { tellFavouriters } from './jobs.ts'

type Appearance = Announced<(typeof postBecameVisible)['data']>

/** Tells those who saved a listing that it is to be had again, once a day; not of a deletion that was undone. */
export async function tellOfReturn(work: Work, { postId, how }: Appearance): Promise<void> {
  if (how !== 'reposted') return
  const now = work.clock.now()
  if (await markBackAvailableTold(work.db, postId, now))
    await tellFavouriters(work, { postId, category: 'back_available', at: now.toISOString() })
}
