import { days, minutes } from '../../platform/clock.ts'
import { invalidTransition } from './problems.ts'

export const statuses = [
  'pending_payment',
  'expired',
  'paid',
  'shipped',
  'received',
  'completed',
  'disputed',
  'released',
  'refunded',
  'canceled',
  // The bank of who paid has taken the money back.
  'charged_back',
] as const
export type OrderStatus = (typeof statuses)[number]

/** What an order can become from where it is. */
const arrows: Readonly<Record<OrderStatus, readonly OrderStatus[]>> = {
  pending_payment: ['paid', 'expired', 'canceled'],
  paid: ['shipped', 'received', 'canceled', 'refunded', 'charged_back'],
  shipped: ['received', 'disputed', 'refunded', 'charged_back'],
  received: ['completed', 'disputed', 'refunded', 'charged_back'],
  disputed: ['released', 'refunded', 'charged_back'],
  completed: ['refunded', 'charged_back'],
  released: ['refunded', 'charged_back'],
  expired: [],
  refunded: [],
  canceled: [],
  charged_back: [],
}

/** Those that end by themselves, after how long, and when somebody is reminded before that. */
const spans: Readonly<Partial<Record<OrderStatus, { endsAfterMs: number; remindsAfterMs?: number }>>> = {
  pending_payment: { endsAfterMs: minutes(15) },
  paid: { endsAfterMs: days(7), remindsAfterMs: days(3) },
  shipped: { endsAfterMs: days(14), remindsAfterMs: days(12) },
  received: { endsAfterMs: days(3) },
  disputed: { endsAfterMs: days(60) },
}

/** In which neither money nor goods have come to rest. */
export const openStatuses = Object.keys(spans) as readonly OrderStatus[]

export const isOpen = (status: OrderStatus): boolean => openStatuses.includes(status)

/** In which the buyer's money is held for both. */
export const isEscrowed = (status: OrderStatus): boolean => ['paid', 'shipped', 'disputed'].includes(status)

/** In which the money is the seller's own. */
export const isPaidOut = (status: OrderStatus): boolean => ['completed', 'released'].includes(status)

/** @throws INVALID_TRANSITION where no arrow leads there */
export function checkArrow(from: OrderStatus, to: OrderStatus): void {
  if (!arrows[from].includes(to)) throw invalidTransition()
}

export const canBecome = (from: OrderStatus, to: OrderStatus): boolean => arrows[from].includes(to)

/** The times of an order that has just come into a status. */
export function timesOf(status: OrderStatus, now: Date) {
  const span = spans[status]
  if (!span) return { endsAt: null, dueAt: null, endedAt: now }
  const after = (ms: number) => new Date(now.getTime() + ms)
  const { endsAfterMs, remindsAfterMs = endsAfterMs } = span
  return { endsAt: after(endsAfterMs), dueAt: after(remindsAfterMs), endedAt: null }
}
