import { withLock } from '../../ui/lock.ts'
import { type PracticeEvent, tell } from './delivery.ts'
import { endOf, isOver, isRecent, keep, type Practice, stored } from './practice.ts'

export type End = { at: number } & Pick<PracticeEvent, 'type' | 'feeling'>

/**
 * Tells of the end of the practice that is kept, once over all tabs, and keeps it no longer.
 * @param endFor says its end, or nothing where it stays.
 */
export const endKept = (personId: string, endFor: (open: Practice) => End | undefined): Promise<void> =>
  withLock('plaza-wellness-practice', async () => {
    const open = stored(personId)
    const end = open && endFor(open)
    if (!end) return
    const { at, ...told } = end
    await tell(at, { exerciseId: open.exerciseId, title: open.title, ...told })
    keep(personId, undefined)
  })

/** The end of what another one is begun after: it was practised, though nobody said how they felt then, or left. */
export function endUnasked(open: Practice, now: number): End | undefined {
  const at = open.endedAt ?? endOf(open, now)
  if (isOver(open, now)) return { at, type: 'COMPLETE', feeling: undefined }
  // What is older counts as left without being told.
  return isRecent(open, now) ? { at, type: 'ABANDON', feeling: undefined } : undefined
}

/** Tells of what is over, and too old to be asked about. */
export const endForgotten = (personId: string, now: number): Promise<void> =>
  endKept(personId, (open) => (isRecent(open, now) ? undefined : endUnasked(open, now)))
