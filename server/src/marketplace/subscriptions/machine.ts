import { days, hours } from '../../platform/clock.ts'
import { dayWithin, later, laterOf, monthsAfter } from './periods.ts'

// The life of a subscription that was bought here, as plain functions from what it is and the time to what becomes of
// it. They know neither the database nor the money; whoever calls them holds the row.

export const states = [
  'trial_ready',
  'trialing',
  'active',
  'past_due',
  'cancel_scheduled',
  'paused',
  'canceled',
  'expired',
] as const
export type State = (typeof states)[number]

export type Reason =
  | 'trial_over'
  | 'canceled'
  | 'unpaid'
  | 'unreachable'
  | 'account_removed'
  | 'bought_elsewhere'
  | 'charged_back'

export interface Life {
  state: State
  trial_ends_at: Date | null
  converts: boolean
  period_start: Date | null
  period_end: Date | null
  renews_at: Date | null
  /** On which day of the month it is renewed, where that is known: months that are too short do not change it. */
  billing_day: number | null
  cancel_at: Date | null
  reason: Reason | null
  paused_at: Date | null
  resume_at: Date | null
  access_until: Date | null
  due_at: Date | null
  tell_at: Date | null
  told_for: Date | null
  failures: number
  paid_ms: number
  used_ms: number
  banked_ms: number
  returned_ms: number
  ended_at: Date | null
}

export type Change = Partial<Life>

/** Access is kept for so long after a period for which nobody could pay. */
export const keptMs = days(7)
/** When payment is tried again, from the end of the period. After the last one it is over. */
const triedAgainAfterMs = [days(3), days(7), days(14)]
/** Nothing ends or is renewed before so long after its mail. */
export const toldBeforeMs = days(3)
/** The mail goes out a little earlier than it must, so that it seldom comes late. */
const tellMs = days(3) + hours(12)
/** Of a trial, the last reminder. */
const lastDayMs = days(1)
export const longestPauseMs = days(90)

/** The end that is coming by itself, of which its owner must have been told. */
export const comingEnd = ({
  state,
  trial_ends_at,
  renews_at,
}: Pick<Life, 'state' | 'trial_ends_at' | 'renews_at'>) =>
  state === 'trialing' ? trial_ends_at : state === 'active' ? renews_at : null

const isSame = (a: Date | null, b: Date | null) => a?.getTime() === b?.getTime()

/** Whether nobody was told yet of what is coming. */
export const isUntold = (life: Life): boolean => {
  const end = comingEnd(life)
  return end !== null && !isSame(life.told_for, end)
}

/** When its owner is to be told next. */
export function nextTelling(life: Life, now: Date): Date | null {
  const end = comingEnd(life)
  if (!end) return null
  if (isUntold(life)) return later(end, -tellMs)
  const lastDay = later(end, -lastDayMs)
  return life.state === 'trialing' && lastDay > now ? lastDay : null
}

/** What changes, with what follows from it. */
function changed(life: Life, change: Change, now: Date): Change {
  const next = { ...life, ...change }
  return { ...change, tell_at: nextTelling(next, now) }
}

export const beginTrial = (life: Life, endsAt: Date, now: Date): Change =>
  changed(
    life,
    {
      state: 'trialing',
      trial_ends_at: endsAt,
      access_until: endsAt,
      due_at: endsAt,
      ended_at: null,
      reason: null,
    },
    now,
  )

const running = (renewsAt: Date): Change => ({
  state: 'active',
  renews_at: renewsAt,
  access_until: later(renewsAt, keptMs),
  due_at: renewsAt,
  cancel_at: null,
  reason: null,
  failures: 0,
})

const msOf = (from: Date | null, to: Date | null) => (from && to ? to.getTime() - from.getTime() : 0)

/** What of the running stretch of paid time is behind, and what is ahead. */
function divide({ period_start, period_end }: Life, now: Date) {
  const ahead = period_end ? Math.max(0, Math.min(msOf(now, period_end), msOf(period_start, period_end))) : 0
  return { behind: msOf(period_start, period_end) - ahead, ahead }
}

/** On which day of the month a period that begins with that moment is renewed: the known one, unless it was put off. */
const billingDayOf = ({ billing_day: known }: Life, from: Date): number =>
  known !== null && dayWithin(from, known) === from.getUTCDate() ? known : from.getUTCDate()

/**
 * A payment for so many months has succeeded.
 * @returns undefined where that time cannot be had any more, so that the money goes back; else the change, and how
 * much time was bought.
 */
export function pay(life: Life, months: number, now: Date): { change: Change; boughtMs: number } | undefined {
  if (life.state === 'paused') {
    const boughtMs = msOf(now, monthsAfter(now, months, now.getUTCDate()))
    return {
      boughtMs,
      change: { paid_ms: life.paid_ms + boughtMs, banked_ms: life.banked_ms + boughtMs },
    }
  }
  const isRenewed = life.state === 'active' || life.state === 'past_due'
  if (life.cancel_at || (!isRenewed && life.state !== 'trialing' && life.state !== 'trial_ready'))
    return undefined
  const hasAccess = life.access_until !== null && life.access_until > now
  const from = isRenewed && life.renews_at && hasAccess ? life.renews_at : now
  const billing_day = billingDayOf(life, from)
  const end = monthsAfter(from, months, billing_day)
  const boughtMs = msOf(from, end)
  const change: Change = {
    ...running(end),
    period_start: from,
    period_end: end,
    billing_day,
    paid_ms: life.paid_ms + boughtMs,
    used_ms: life.used_ms + msOf(life.period_start, life.period_end),
    converts: false,
  }
  return { boughtMs, change: changed(life, change, now) }
}

/** Whether its last period is over, and nobody could pay for the next one. */
const isUnpaid = ({ failures }: Life): boolean => failures > 0

/**
 * Time that a bank had taken away is paid for after all: it follows what is there. What comes back to somebody who has
 * nothing any more is not renewed behind it.
 */
export function regain(life: Life, ms: number, now: Date): Change {
  const paid_ms = life.paid_ms + ms
  if (life.state === 'paused') return { paid_ms, banked_ms: life.banked_ms + ms }
  if (life.state === 'cancel_scheduled' && life.cancel_at && !isUnpaid(life)) {
    const at = later(life.cancel_at, ms)
    const period_end = life.period_end && later(life.period_end, ms)
    return { paid_ms, period_end, cancel_at: at, access_until: at, due_at: at }
  }
  const hasAccess = life.access_until !== null && life.access_until > now
  const from = life.renews_at && hasAccess ? life.renews_at : now
  const end = later(from, ms)
  const period = {
    ...{ period_start: from, period_end: end, paid_ms },
    used_ms: life.used_ms + msOf(life.period_start, life.period_end),
  }
  if (life.state !== 'trial_ready' && !life.cancel_at)
    return changed(life, { ...running(end), ...period, converts: false }, now)
  const at = laterOf(life.cancel_at ?? end, end)
  return {
    ...{ ...period, state: 'cancel_scheduled', cancel_at: at, access_until: at, due_at: at },
    ...{ renews_at: end, failures: 0, converts: false, reason: life.reason ?? 'charged_back' },
  }
}

/** Whether it is at its own end, of which its owner was told; `due_at` lies behind that while it is being paid. */
const isTrialOver = (life: Life, now: Date): boolean =>
  life.trial_ends_at !== null && life.trial_ends_at <= now && !isUntold(life)

/** A payment has failed. */
export function failToPay(life: Life, now: Date): Change {
  if (life.state === 'trialing') return isTrialOver(life, now) ? end(life, 'unpaid', now) : {}
  if (life.state !== 'active' && life.state !== 'past_due') return {}
  return unpaid(life, life.failures + 1, now)
}

/** It is tried again to have it paid, unless that was done often enough. */
function unpaid(life: Life, failures: number, now: Date): Change {
  const again = triedAgainAfterMs[failures - 1]
  if (again === undefined || !life.renews_at) return end(life, 'unpaid', now)
  const dueAt = laterOf(later(life.renews_at, again), later(now, days(1)))
  const change: Change = { state: 'past_due', failures, due_at: dueAt, cancel_at: null, reason: null }
  return changed(life, change, now)
}

/** It is over now; what was paid for and not used goes back. */
export function end(life: Life, reason: Reason, now: Date): Change {
  const { behind, ahead } = divide(life, now)
  const isTrial = life.state === 'trialing' || life.state === 'trial_ready'
  return {
    state: isTrial ? 'expired' : 'canceled',
    period_start: null,
    period_end: null,
    renews_at: null,
    resume_at: null,
    access_until: null,
    due_at: null,
    tell_at: null,
    used_ms: life.used_ms + behind,
    banked_ms: 0,
    returned_ms: life.returned_ms + life.banked_ms + ahead,
    reason: life.reason ?? reason,
    ended_at: now,
  }
}

/**
 * Cancels: for as long as it is open it stays so, and nothing is charged any more.
 * @returns undefined where there is nothing to cancel.
 */
export function cancel(
  life: Life,
  { immediately = false, reason = 'canceled' }: { immediately?: boolean; reason?: Reason },
  now: Date,
): Change | undefined {
  if (life.ended_at || life.state === 'trial_ready') return undefined
  if (immediately || life.state === 'paused') return end(life, reason, now)
  if (life.cancel_at) return {}
  const at = life.state === 'past_due' ? life.access_until : comingEnd(life)
  if (!at || at <= now) return end(life, reason, now)
  if (life.state === 'trialing') return { cancel_at: at, reason }
  const change: Change = { state: 'cancel_scheduled', cancel_at: at, access_until: at, due_at: at, reason }
  return changed(life, change, now)
}

/** Takes a cancellation back. @returns undefined where it is over. */
export function reinstate(life: Life, now: Date): Change | undefined {
  if (life.ended_at) return undefined
  if (!life.cancel_at) return {}
  if (life.cancel_at <= now) return undefined
  if (life.state === 'trialing') return { cancel_at: null, reason: null }
  if (isUnpaid(life)) return unpaid(life, life.failures, now)
  return changed(life, running(life.cancel_at), now)
}

/** Stops the time that was paid for. @returns undefined where none runs. */
export function pause(life: Life, resumeAt: Date, now: Date): Change | undefined {
  if (life.state !== 'active' || !life.renews_at || life.renews_at <= now) return undefined
  const { behind, ahead } = divide(life, now)
  return {
    state: 'paused',
    period_start: null,
    period_end: null,
    renews_at: null,
    access_until: null,
    tell_at: null,
    used_ms: life.used_ms + behind,
    banked_ms: life.banked_ms + ahead,
    paused_at: now,
    resume_at: resumeAt,
    due_at: resumeAt,
  }
}

/** Lets the time go on. @returns undefined where it does not stand still. */
export function unpause(life: Life, now: Date): Change | undefined {
  if (life.state !== 'paused') return undefined
  const periodEnd = later(now, life.banked_ms)
  const change: Change = {
    ...running(periodEnd),
    period_start: now,
    period_end: periodEnd,
    banked_ms: 0,
    resume_at: null,
  }
  return changed(life, change, now)
}

/** Its owner was told, by a mail that went out now, of an end that was coming. One of which they hear late comes later. */
export function tell(life: Life, of: Date, now: Date): Change {
  const coming = comingEnd(life)
  if (!coming || !isSame(coming, of)) return {}
  const at = laterOf(coming, later(now, toldBeforeMs))
  const postponed: Change =
    life.state === 'trialing'
      ? { trial_ends_at: at, access_until: at, ...(life.cancel_at ? { cancel_at: at } : {}) }
      : { renews_at: at, access_until: later(at, keptMs) }
  return changed(life, { ...postponed, due_at: at, told_for: at }, now)
}

/** What the clock has to do with it now: ask for money, wait for a mail, or change it. */
export function tick(life: Life, now: Date): 'charge' | 'wait' | Change {
  if (!life.due_at || life.due_at > now) return {}
  if (life.state === 'past_due') return 'charge'
  if (life.state === 'paused') return unpause(life, now) ?? {}
  if (life.state === 'cancel_scheduled') return end(life, 'canceled', life.due_at)
  if (isUntold(life)) return 'wait'
  if (life.state === 'active') return 'charge'
  if (life.state === 'trialing')
    return life.converts && !life.cancel_at ? 'charge' : end(life, 'trial_over', now)
  return {}
}
