import { newId } from '../../platform/ids.ts'
import { majorOf } from '../../platform/money.ts'
import type { Work } from '../../platform/operation/work.ts'
import type { PaymentMode } from '../../platform/payments/port.ts'
import type { About, Line } from './ledger.ts'
import { bookEntry, selectEntry } from './ledger-queries.ts'
import { insufficientFunds } from './problems.ts'

/** Something to be booked: its lines sum to zero. */
export interface Booking {
  /** For ever the only one of its name, such as `order:<id>:paid`. */
  key: string
  /** In a word what happened, such as `order_paid`. */
  kind: string
  currency: string
  mode: PaymentMode
  lines: readonly Line[]
  about?: About
  /** The entry that this one undoes, whole. */
  reverses?: string
}

export interface Booked {
  /** The entry; of a key that was booked before, the one of that time. */
  id: string
  isNew: boolean
}

/**
 * Books an entry in the caller's transaction, by one statement. The same key again books nothing. That lines sum to
 * zero is checked when the transaction ends.
 * @throws INSUFFICIENT_FUNDS when a person would have less than nothing, saying what they have.
 */
export async function book(
  { db, clock }: Pick<Work, 'db' | 'clock'>,
  { about, reverses, ...booking }: Booking,
  id = newId(),
): Promise<Booked> {
  const row = await bookEntry(db, {
    ...booking,
    id,
    about: about ?? null,
    reverses: reverses ?? null,
    at: clock.now(),
  })
  if (row.available_minor !== null) {
    const { currency } = booking
    const available = majorOf(row.available_minor, currency)
    throw insufficientFunds({ details: { available, available_minor: row.available_minor, currency } })
  }
  return { id: row.id, isNew: row.is_new }
}

/**
 * The same for a key that is new, in the last write of a transaction: nobody waits for it, and what is short makes the
 * transaction fail with INSUFFICIENT_FUNDS.
 * @returns the entry
 */
export function bookBehind(work: Pick<Work, 'db' | 'clock' | 'pipeline'>, booking: Booking): string {
  const id = newId()
  work.pipeline(
    book(work, booking, id).then(({ isNew }) => {
      if (!isNew) throw new Error(`${booking.key} was booked before`)
    }),
  )
  return id
}

/** Undoes an entry by one that says the opposite; an entry is undone once. */
export async function reverse(
  work: Pick<Work, 'db' | 'clock'>,
  entryId: string,
  { key, kind, about }: Pick<Booking, 'key' | 'kind' | 'about'>,
): Promise<Booked> {
  const entry = await selectEntry(work.db, entryId)
  if (!entry) throw new Error(`there is no entry ${entryId}`)
  const { lines, ...rest } = entry
  const opposite = lines.map(({ account, amountMinor }) => ({ account, amountMinor: -amountMinor }))
  return book(work, { ...rest, key, kind, ...(about ? { about } : {}), lines: opposite, reverses: entryId })
}
