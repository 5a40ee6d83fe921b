import type { Static } from 'typebox'
import type { Db } from '../../platform/db/database.ts'
import { majorOf } from '../../platform/money.ts'
import type { Reading, Work } from '../../platform/operation/work.ts'
import type { PaymentMode } from '../../platform/payments/port.ts'
import { configured } from '../../platform/system-config/configured.ts'
import { walletHolds } from '../limits.ts'
import { personKinds } from './ledger.ts'
import { type BalanceRow, selectBalances } from './ledger-queries.ts'
import { walletFull } from './problems.ts'
import type { WalletSummary } from './shapes.ts'

export const emptyBalance = (currency: string): BalanceRow => ({
  currency,
  available_minor: 0,
  pending_minor: 0,
  escrow_minor: 0,
  reserved_minor: 0,
  in_payout_minor: 0,
})

/** What a person has in a currency. */
export async function balanceOf(
  db: Db,
  personId: string,
  { currency, mode }: { currency: string; mode: PaymentMode },
): Promise<BalanceRow> {
  const [row] = await selectBalances(db, { personId, mode, currency })
  return row ?? emptyBalance(currency)
}

/**
 * Of what somebody adds to their wallet: what they are owed comes in without asking.
 * @throws WALLET_FULL saying how much a wallet holds
 */
export async function checkRoom(
  { db, services }: Pick<Work, 'db' | 'services'>,
  personId: string,
  { currency, mode, amountMinor }: { currency: string; mode: PaymentMode; amountMinor: number },
): Promise<void> {
  const most = configured(services, walletHolds)
  const held = totalOf(await balanceOf(db, personId, { currency, mode }))
  if (majorOf(held + amountMinor, currency) > most) throw walletFull({ details: { most, currency } })
}

/** All that a person has in a currency, whatever it waits for. */
export const totalOf = (balance: BalanceRow): number =>
  personKinds.reduce((sum, kind) => sum + balance[`${kind}_minor`], 0)

/** What somebody can spend, by currency; none where they never had anything. */
export async function walletSummaryOf(
  { db, services: { moneyMode: mode } }: Pick<Reading, 'db' | 'services'>,
  personId: string,
): Promise<Static<typeof WalletSummary>> {
  const rows = await selectBalances(db, { personId, mode, currency: null })
  return rows.map(({ currency, available_minor }) => ({
    currency,
    available: majorOf(available_minor, currency),
    available_minor,
  }))
}
