import { newId } from '../../platform/ids.ts'
import type { Work } from '../../platform/operation/work.ts'
import { book, ofPerson, openTransaction } from '../wallet/public.ts'
import type { OwnedBank } from './bank-queries.ts'
import { advancePayout } from './jobs.ts'
import { insertPayout, type PayoutRow } from './payout-queries.ts'

interface Wanted {
  personId: string
  bank: OwnedBank
  amountMinor: number
  currency: string
}

/** Takes what somebody is to be paid out of what is available to them, and has it sent. @throws INSUFFICIENT_FUNDS */
export async function requestPayout(
  work: Work,
  { personId, bank, amountMinor, currency }: Wanted,
): Promise<PayoutRow> {
  const id = newId()
  const { mode, provider } = bank
  const about = { model: 'payout', id }
  const { id: entryId } = await book(work, {
    ...{ key: `payout:${id}:requested`, kind: 'payout_requested', currency, mode, about },
    lines: [
      { account: ofPerson(personId, 'available'), amountMinor: -amountMinor },
      { account: ofPerson(personId, 'in_payout'), amountMinor },
    ],
  })
  const payout = await insertPayout(work.db, {
    ...{ id, user_id: personId, bank_account_id: bank.id, provider, mode },
    ...{ amount_minor: amountMinor, currency, at: work.clock.now() },
  })
  await openTransaction(work, {
    ...{ id, personId, type: 'payout', status: 'processing', amountMinor: -amountMinor },
    ...{ currency, mode, about, entryId },
  })
  await work.enqueue(advancePayout, { payoutId: id })
  return payout
}
