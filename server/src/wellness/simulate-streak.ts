import type { Db } from '../platform/db/database.ts'
import { canonicalEmail } from '../platform/identity/email.ts'
import type { StreakRules } from '../platform/operation/registry.ts'
import { selectUserByEmail } from './accounts/public.ts'
import { simulateGoals } from './goals/public.ts'
import { simulatePractice } from './sessions/public.ts'
import type { Comparison } from './streaks/public.ts'

/** Replays somebody's ledger under other rules, for the command line. @returns lines to print. */
export async function simulateStreak(
  db: Db,
  { email, rules, now }: { email: string; rules: StreakRules; now: Date },
): Promise<string[] | undefined> {
  const user = await selectUserByEmail(db, canonicalEmail(email))
  if (!user) return undefined
  const practice = await simulatePractice(db, user.id, { rules, now })
  const goals = await simulateGoals(db, user, { rules, now })
  return [
    ...linesOf('practice', practice),
    ...goals.flatMap(({ title, comparison }) => linesOf(`“${title}”`, comparison)),
  ]
}

const linesOf = (name: string, { was, would, differences }: Comparison): string[] => [
  `${name}: ${was.current} in a row, best ${was.best}, ${was.tokens} freezes; it would be ${would.current}, best ${would.best}, ${would.tokens} freezes`,
  ...differences.map((each) => `  ${each.date}  ${each.was ?? 'nothing'} -> ${each.would ?? 'nothing'}`),
]
