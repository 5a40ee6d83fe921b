import { days } from '../../platform/clock.ts'

/** What trust goes by. */
export interface TrustFacts {
  createdAt: Date
  isVerified: boolean
  /** Different people with whom something was sold here; counted as far as anything asks for. */
  deals: number
  /** When staff last found that they broke a rule; null when never. */
  lastViolationAt: Date | null
}

export const trustAspects = ['account_days', 'verified_address', 'deals', 'days_without_violation'] as const

export interface Requirement {
  what: (typeof trustAspects)[number]
  have: number
  need: number
}

const needed = [
  { level: 1, days: 0, isVerified: false, deals: 0, cleanDays: 30 },
  { level: 2, days: 30, isVerified: true, deals: 3, cleanDays: 180 },
  { level: 3, days: 180, isVerified: true, deals: 10, cleanDays: 365 },
]

/** More deals than that change nothing. */
export const mostDeals = Math.max(...needed.map(({ deals }) => deals))
export const highestTrust = needed.length

const daysSince = (at: Date, now: Date) => Math.max(0, Math.floor((now.getTime() - at.getTime()) / days(1)))

/** What a level asks for, and what somebody has of it; nothing of what everybody has. */
export function requirementsOf(level: number, facts: TrustFacts, now: Date): Requirement[] {
  const need = needed.find((one) => one.level === level)
  if (!need) return []
  const clean = facts.lastViolationAt === null ? need.cleanDays : daysSince(facts.lastViolationAt, now)
  const all: Requirement[] = [
    { what: 'account_days', have: daysSince(facts.createdAt, now), need: need.days },
    { what: 'verified_address', have: Number(facts.isVerified), need: Number(need.isVerified) },
    { what: 'deals', have: facts.deals, need: need.deals },
    { what: 'days_without_violation', have: clean, need: need.cleanDays },
  ]
  return all.filter((one) => one.need > 0)
}

export const isMet = ({ have, need }: Requirement): boolean => have >= need

/** The highest level of which, and of all below, everything is met; 0 after a violation a short while ago. */
export function trustOf(facts: TrustFacts, now: Date): number {
  const missed = needed.find(({ level }) => !requirementsOf(level, facts, now).every(isMet))
  return missed === undefined ? highestTrust : missed.level - 1
}
