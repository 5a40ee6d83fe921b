import { newId } from '../../platform/ids.ts'
import type { Work } from '../../platform/operation/work.ts'
import type { PaymentMode } from '../../platform/payments/port.ts'
import { book } from './booking.ts'
import {
  type DebtRow,
  endDebtsOf,
  insertDebt,
  lockAvailable,
  lockCollectable,
  sumOwed,
  updateSettled,
} from './debt-queries.ts'
import { ofHouse, ofPerson } from './ledger.ts'
import { openTransaction } from './transactions.ts'

// What a bank took back from the house, and somebody has: nobody is taken below zero, and what is missing is owed.

interface Claim {
  personId: string
  amountMinor: number
  currency: string
  mode: PaymentMode
  /** The dispute of which it is; of one, somebody owes once. */
  disputeId: string
}

/** Takes from somebody what they have of it, for the house; the rest they owe. */
export async function claim(work: Work, { personId, amountMinor, ...of }: Claim): Promise<void> {
  const { db, clock } = work
  if (amountMinor <= 0) return
  const { currency, mode, disputeId } = of
  const row = { id: newId(), user_id: personId, dispute_id: disputeId, currency, mode }
  const debt = { ...row, amount_minor: amountMinor, settled_minor: 0 }
  if (await insertDebt(db, debt, clock.now())) await settle(work, debt)
}

/** Takes what somebody has now of what they owe. */
async function settle(work: Work, debt: DebtRow): Promise<void> {
  const { id, user_id: personId, amount_minor: amountMinor, settled_minor: settledMinor } = debt
  const taken = Math.min(await lockAvailable(work.db, personId, debt), amountMinor - settledMinor)
  if (taken <= 0) return
  await move(work, debt, { key: `debt:${id}:${settledMinor}`, kind: 'debt_settled', amountMinor: -taken })
  await updateSettled(work.db, id, settledMinor + taken)
}

async function move(
  work: Work,
  { id, user_id: personId, dispute_id: disputeId, currency, mode }: DebtRow,
  { key, kind, amountMinor }: { key: string; kind: string; amountMinor: number },
): Promise<void> {
  const about = { model: 'payment_dispute', id: disputeId }
  const entry = await book(work, {
    ...{ key, kind, currency, mode, about: { model: 'debt', id } },
    lines: [
      { account: ofPerson(personId, 'available'), amountMinor },
      { account: ofHouse('receivables'), amountMinor: -amountMinor },
    ],
  })
  if (!entry.isNew) return
  await openTransaction(work, {
    ...{ id: newId(), personId, type: 'chargeback', status: 'succeeded', amountMinor, currency, mode, about },
    entryId: entry.id,
  })
}

/** Gives back all that was taken of a dispute: the bank gave in. */
export async function forgive(work: Work, disputeId: string): Promise<void> {
  for (const debt of await endDebtsOf(work.db, disputeId, work.clock.now()))
    if (debt.settled_minor > 0)
      await move(work, debt, {
        ...{ key: `debt:${debt.id}:returned`, kind: 'debt_returned', amountMinor: debt.settled_minor },
      })
}

/** Takes what came meanwhile to those who owe. @returns how many debts that was of */
export async function collect(
  work: Work,
  { personId = null, most }: { personId?: string | null; most: number },
): Promise<number> {
  const debts = await lockCollectable(work.db, { personId, most })
  for (const debt of debts) await settle(work, debt)
  return debts.length
}

const debtsOfPerson = 100

/** What somebody still owes in a currency, once all that they have was taken for it. */
export async function owedBy(
  work: Work,
  personId: string,
  money: { currency: string; mode: PaymentMode },
): Promise<number> {
  await collect(work, { personId, most: debtsOfPerson })
  return sumOwed(work.db, personId, money)
}
