import type { Mark, Revision } from './goal.ts'

const clamp = (value: number) => Math.min(1, Math.max(0, value))

/** Whether a day stands as done by its mark. QUIT counts as kept to, as long as it is within its limit. */
export function isDone({ direction, metric, target }: Revision, mark: Mark | undefined): boolean {
  if (direction === 'BUILD') return mark?.status === 'COMPLETED'
  const value = mark?.value ?? null
  if (value === null) return metric !== 'VALUE'
  return value <= (target ?? 0)
}

/**
 * How much of a day is done, 0 to 1: all of it where it is done, else by its sub-goals, else by its
 * value. What is measured (VALUE) is done or not.
 */
export function shareDone(revision: Revision, mark: Mark | undefined): number {
  if (isDone(revision, mark)) return 1
  if (!mark || revision.direction === 'QUIT') return 0
  const { subGoals, value } = mark
  if (subGoals && subGoals.all > 0) return clamp(subGoals.done / subGoals.all)
  if (revision.metric === 'VALUE' || revision.target === null || value === null) return 0
  return clamp(value / revision.target)
}

/** The ring of a day: each due goal weighs the same. 0 to 100; 100 only when all are done. Null when nothing is due. */
export function dayPercent(shares: readonly number[]): number | null {
  if (shares.length === 0) return null
  const sum = shares.reduce((total, share) => total + share, 0)
  const isWhole = shares.every((share) => share >= 1)
  return isWhole ? 100 : Math.min(99, Math.floor((100 * sum) / shares.length))
}

/** How far a measured value has come from where it began, 0 to 1. `target` is not `baseline`. */
export const valueProgress = ({
  current,
  baseline,
  target,
}: {
  current: number
  baseline: number
  target: number
}): number => clamp((current - baseline) / (target - baseline))
