import { majorOf } from '../../platform/money.ts'
import type { Announced } from '../../platform/operation/announcement.ts'
import type { Work } from '../../platform/operation/work.ts'
import { type payoutAsked, payoutsHeld } from '../payouts/public.ts'
import { balanceOf } from '../wallet/public.ts'
import { type DisputedSale, selectDisputedSales } from './bank-dispute-queries.ts'
import { feeOf } from './fee.ts'
import { keptOf } from './money.ts'

/** What its seller would have to give back of a sale, should the bank keep what it disputes: the fee of it is given up. */
function shareOf({ disputed_minor: disputed, fee_basis_points: points, ...sale }: DisputedSale): number {
  const kept = keptOf(sale)
  const taken = Math.min(disputed, kept)
  return taken - (feeOf(kept, points) - feeOf(kept - taken, points))
}

/**
 * What a bank may still take back of the sales that somebody has been given stays in their wallet until it has decided;
 * the rest is theirs to be paid out. @throws PAYOUTS_HELD saying how much of both
 */
export async function holdWhatBanksDispute(
  { db }: Work,
  { personId, amountMinor, currency, mode }: Announced<(typeof payoutAsked)['data']>,
): Promise<void> {
  const sales = await selectDisputedSales(db, personId, { currency, mode })
  if (sales.length === 0) return
  const held = sales.reduce((sum, sale) => sum + shareOf(sale), 0)
  const { available_minor: available } = await balanceOf(db, personId, { currency, mode })
  // Who has not so much at all hears that.
  if (amountMinor > available || amountMinor <= available - held) return
  throw payoutsHeld({
    details: {
      ...{ reason: 'bank_dispute', held: majorOf(held, currency), currency },
      available: majorOf(Math.max(0, available - held), currency),
    },
  })
}
