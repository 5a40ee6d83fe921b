import { sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'

/** Inserts rows of one shape in one statement; the keys are the columns, their types are the table's. */
export async function insertAll(db: Db, table: string, rows: readonly object[]): Promise<void> {
  const [first] = rows
  if (!first) return
  const columns = sql.join(Object.keys(first).map((column) => sql.ref(column)))
  await sql`
    insert into ${sql.table(table)} (${columns})
    select ${columns} from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb)`.execute(
    db,
  )
}
