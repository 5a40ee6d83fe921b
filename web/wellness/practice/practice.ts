/** A practice that goes on: times are instants, so a sleeping phone or a closed page loses nothing. */
export interface Practice {
  exerciseId: string
  title: string
  /** Seconds it is meant to take; null when it takes as long as it takes. */
  durationSec: number | null
  startedAt: number
  /** Milliseconds of pauses that are over. */
  pausedMs: number
  pausedAt: number | null
  /** Set when it is over and only the feeling after it is missing: the beginning and what was practised, without pauses. */
  endedAt: number | null
}

/** The server counts no more for a practice of no told length. */
const longestSeconds = 4 * 3600

export const begin = (
  exercise: { id: string; title: string; durationSec: number | null },
  now: number,
): Practice => ({
  exerciseId: exercise.id,
  title: exercise.title,
  durationSec: exercise.durationSec,
  startedAt: now,
  pausedMs: 0,
  pausedAt: null,
  endedAt: null,
})

/** Seconds that were practised: no pauses, and nothing after the end of its time. */
export function elapsedSeconds(practice: Practice, now: number): number {
  const passed = ((practice.pausedAt ?? now) - practice.startedAt - practice.pausedMs) / 1000
  return Math.min(Math.max(0, passed), practice.durationSec ?? longestSeconds)
}

/** Pauses, or goes on. */
export const toggle = (practice: Practice, now: number): Practice =>
  practice.pausedAt === null
    ? { ...practice, pausedAt: now }
    : { ...practice, pausedMs: practice.pausedMs + (now - practice.pausedAt), pausedAt: null }

/** When a practice ends for whoever counts its time: later than its beginning, so that the two have an order. */
export const endOf = (practice: Practice, now: number): number =>
  practice.startedAt + Math.max(1, Math.round(elapsedSeconds(practice, now) * 1000))

/** Whether its time has run out, or it was ended. */
export const isOver = (practice: Practice, now: number): boolean =>
  practice.endedAt !== null ||
  (practice.durationSec !== null && elapsedSeconds(practice, now) >= practice.durationSec)

/** Which step it is at, counted from 0; steps without a length share what is left. */
export function stepAt(
  steps: readonly { durationSec?: number | undefined }[],
  durationSec: number | null,
  elapsed: number,
): number {
  const told = steps.reduce((sum, step) => sum + (step.durationSec ?? 0), 0)
  const untold = steps.filter((step) => step.durationSec === undefined).length
  const share = untold === 0 ? 0 : Math.max(0, (durationSec ?? 0) - told) / untold
  let end = 0
  for (const [index, step] of steps.entries()) {
    end += step.durationSec ?? share
    if (elapsed < end) return index
  }
  return Math.max(0, steps.length - 1)
}

/** Everybody who signs in here has their own. */
const keyOf = (personId: string) => `plaza.wellness.practice.${personId}`
/** So long after its beginning one may go on with it, or say how one feels after it. */
const keptMs = 48 * 3600 * 1000

export const isRecent = (practice: Practice, now: number): boolean => now - practice.startedAt < keptMs

/** What the person began last and has not ended, however old it is. */
export function stored(personId: string): Practice | undefined {
  try {
    return (JSON.parse(localStorage.getItem(keyOf(personId)) ?? 'null') as Practice | null) ?? undefined
  } catch {
    return undefined
  }
}

/** The person's practice that was going on when the page was closed. */
export function kept(personId: string, now: number): Practice | undefined {
  const practice = stored(personId)
  return practice && isRecent(practice, now) ? practice : undefined
}

export function keep(personId: string, practice: Practice | undefined): void {
  if (practice) localStorage.setItem(keyOf(personId), JSON.stringify(practice))
  else localStorage.removeItem(keyOf(personId))
}

/** Hears that the practice came to its end in another tab. @returns how to stop hearing. */
export function onEndElsewhere(personId: string, act: () => void): () => void {
  const hear = ({ key, newValue }: StorageEvent) => {
    if (key === keyOf(personId) && newValue === null) act()
  }
  window.addEventListener('storage', hear)
  return () => window.removeEventListener('storage', hear)
}
