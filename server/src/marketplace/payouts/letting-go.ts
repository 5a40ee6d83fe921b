import type { Work } from '../../platform/operation/work.ts'
import { type BankRow, removeBank, setDefaultBank } from './bank-queries.ts'

interface KnownBank extends BankRow {
  removed_at: Date | null
}

/**
 * Takes bank accounts of a payee off the list; where the default one goes, the newest that can be paid to takes its place.
 * @param all that their owner has, locked
 */
export async function letGo(
  { db, clock }: Pick<Work, 'db' | 'clock'>,
  all: readonly KnownBank[],
  gone: readonly BankRow[],
): Promise<void> {
  const ids = new Set(gone.map(({ id }) => id))
  for (const id of ids) await removeBank(db, id, clock.now())
  const before = gone.find(({ is_default: isDefault }) => isDefault)
  if (!before) return
  const others = all.filter(
    (one) =>
      one.payee_id === before.payee_id &&
      !ids.has(one.id) &&
      one.removed_at === null &&
      one.status === 'verified',
  )
  const newest = others.toSorted((a, b) => b.created_at.getTime() - a.created_at.getTime())[0]
  await setDefaultBank(db, before.payee_id, newest?.id ?? null)
}
