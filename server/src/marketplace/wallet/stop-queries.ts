import { sql } from 'kysely'
import { cached } from '../../platform/cache.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Work } from '../../platform/operation/work.ts'

export interface StopRow {
  id: string
  proof_id: string
  since: Date
}

export async function selectStop(db: Db): Promise<StopRow | undefined> {
  const { rows } = await sql<StopRow>`
    select id, proof_id, since from marketplace.money_stop where ended_at is null`.execute(db)
  return rows[0]
}

/** Why no money moves; undefined while it does. */
export const moneyStop = cached('money stop', selectStop)

/** Others read again only what has changed: a proof that finds nothing wrong ends no stop, each hour. */
function tell({ invalidate }: Pick<Work, 'invalidate'>, changed: readonly unknown[]): boolean {
  if (changed.length > 0) invalidate(moneyStop)
  return changed.length > 0
}

/** Stops money, if it is not stopped. @returns whether it moved until now. */
export async function insertStop(
  { db, clock, ...work }: Work,
  row: { id: string; proofId: string },
): Promise<boolean> {
  const { rows } = await sql`
    insert into marketplace.money_stop (id, proof_id, since) values (${row.id}, ${row.proofId}, ${clock.now()})
    on conflict ((true)) where ended_at is null do nothing returning 1`.execute(db)
  return tell(work, rows)
}

/** Lets money move again. @returns whether it was stopped. */
export async function endStop({ db, clock, ...work }: Work, personId: string | null): Promise<boolean> {
  const { rows } = await sql`
    update marketplace.money_stop set ended_at = ${clock.now()}, ended_by = ${personId}
    where ended_at is null returning 1`.execute(db)
  return tell(work, rows)
}
