import { majorOf } from '../../platform/money.ts'
import type { Work } from '../../platform/operation/work.ts'
import { configured } from '../../platform/system-config/configured.ts'
import { payoutLeast } from '../limits.ts'
import { totalOf } from './balances.ts'
import { selectBalances } from './ledger-queries.ts'
import { accountHasBalance } from './problems.ts'
import { presentBalance } from './shapes.ts'

/**
 * Nobody leaves money behind that could be paid out, or that is on its way; less than the least payout holds nobody.
 * @throws ACCOUNT_HAS_BALANCE saying what is where
 */
export async function refuseWithBalance(
  { db, services }: Work,
  { userId: personId }: { userId: string },
): Promise<void> {
  const { moneyMode: mode } = services
  const least = configured(services, payoutLeast)
  const kept = (await selectBalances(db, { personId, mode, currency: null })).filter(
    (balance) =>
      totalOf(balance) > balance.available_minor ||
      (balance.available_minor > 0 && majorOf(balance.available_minor, balance.currency) >= least),
  )
  if (kept.length > 0)
    throw accountHasBalance({ details: { balances: kept.map((row) => presentBalance(row, mode)) } })
}
