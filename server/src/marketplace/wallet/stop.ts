import type { Reading } from '../../platform/operation/work.ts'
import { moneyStopped } from './problems.ts'
import { moneyStop } from './stop-queries.ts'

/**
 * Of everything that moves money because somebody asks; what a provider says is written down all the same.
 * @throws MONEY_STOPPED while the books do not add up.
 */
export async function checkMoneyMoves({ services }: Pick<Reading, 'services'>): Promise<void> {
  if (await services.cache.get(moneyStop)) throw moneyStopped()
}
