import { days, hours } from '../../platform/clock.ts'

/** Until a card has paid, a boost is `pending_payment`; where none does, it stays `unpaid`. */
export const boostStatuses = [
  'pending_payment',
  'unpaid',
  'scheduled',
  'active',
  'suspended',
  'completed',
  'ended_early',
  'refunded',
] as const
export type BoostStatus = (typeof boostStatuses)[number]

/** What a boost goes by: whether people see the listing, will see it again, or not any more. */
export type Standing = 'shown' | 'paused' | 'over'

/** What of a boost moves. */
export interface Course {
  status: BoostStatus
  starts_at: Date
  ends_at: Date
  suspended_at: Date | null
  over_at: Date | null
}

/** Who is paused longer than this does not come back: their boosts end. */
export const mostPausedMs = days(30)

/** How long a package runs; one of no days for six hours, of which nothing is given back. */
export const lengthOf = (durationDays: number): number => (durationDays === 0 ? hours(6) : days(durationDays))

const after = (at: Date, ms: number) => new Date(at.getTime() + ms)
const latest = (...times: Date[]) => new Date(Math.max(...times.map((at) => at.getTime())))

/** What is still to come of a boost. */
export const restOf = ({ starts_at, ends_at, suspended_at }: Course, now: Date): number =>
  Math.max(0, ends_at.getTime() - (suspended_at ?? latest(now, starts_at)).getTime())

/** What is given back for whole days that nobody saw; what does not divide stays with the house. */
export const unusedMinor = (paidMinor: number, durationDays: number, restMs: number): number =>
  durationDays === 0
    ? 0
    : Number(
        (BigInt(paidMinor) * BigInt(Math.min(durationDays, Math.floor(restMs / days(1))))) /
          BigInt(durationDays),
      )

const isElapsed = ({ ends_at, suspended_at }: Course, now: Date) => suspended_at === null && ends_at <= now

const completed = <Row extends Course>(row: Row): Row => ({
  ...row,
  status: 'completed',
  over_at: row.ends_at,
})

export function ended<Row extends Course>(row: Row, now: Date): Row {
  if (isElapsed(row, now)) return completed(row)
  const hasRun = row.status !== 'scheduled' || row.starts_at <= now
  return { ...row, status: hasRun ? 'ended_early' : 'refunded', over_at: now, suspended_at: null }
}

function paused<Row extends Course>(row: Row, now: Date): Row {
  if (row.status === 'suspended' || row.starts_at > now) return row
  if (row.status === 'active' && isElapsed(row, now)) return completed(row)
  // One that comes up meanwhile has run for no moment.
  return { ...row, status: 'suspended', suspended_at: row.status === 'scheduled' ? row.starts_at : now }
}

/** The next of a queue, behind `free`: when the one before it is over. */
function queued<Row extends Course>(row: Row, free: Date | undefined, now: Date): Row {
  if (isElapsed(row, now)) return completed(row)
  if (row.status === 'active') return row
  if (row.suspended_at !== null && free === undefined) {
    const endsAt = after(now, restOf(row, now))
    return { ...row, status: 'active', suspended_at: null, ends_at: endsAt }
  }
  const start = free === undefined ? row.starts_at : latest(free, row.starts_at)
  const moved = {
    ...row,
    starts_at: start,
    ends_at: after(start, restOf(row, row.starts_at)),
    suspended_at: null,
  }
  return { ...moved, status: start <= now ? 'active' : 'scheduled' }
}

/**
 * What becomes of the boosts of one kind, in their order, as their listing stands. They run one behind the other:
 * what one was paused, all behind it come later.
 */
export function settled<Row extends Course>(boosts: readonly Row[], standing: Standing, now: Date): Row[] {
  if (standing === 'over') return boosts.map((row) => ended(row, now))
  if (standing === 'paused') return boosts.map((row) => paused(row, now))
  const moved: Row[] = []
  let free: Date | undefined
  for (const row of boosts) {
    const next = queued(row, free, now)
    if (next.over_at === null) free = next.ends_at
    moved.push(next)
  }
  return moved
}
