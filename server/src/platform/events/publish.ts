import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import type { Realm } from '../operation/caller.ts'

/** Stands for all people of a realm where an event names its recipient; nobody has it as an id. */
const everybody = '00000000-0000-0000-0000-000000000000'

/** Whose events a person hears. */
export const heardBy = (personId: string): string[] => [personId, everybody]

/** Something a person's open apps should hear of. `data` holds what the app needs to show it. */
export interface LiveEvent {
  realm: Realm
  /** Null for everybody of the realm. */
  recipientId: string | null
  type: string
  data: object
}

/**
 * Stores the events and wakes every process that has one of the recipients connected, on commit.
 * An event for everybody waits for those that are under way to a person, so that the ids of all
 * that somebody hears grow in the order of the commits.
 */
export async function publish(db: Db, events: readonly LiveEvent[], at: Date): Promise<void> {
  if (events.length === 0) return
  const rows = events.map(({ realm, recipientId, type, data }) => ({
    realm,
    recipient: recipientId ?? everybody,
    type,
    data,
  }))
  const isForAll = events.some(({ recipientId }) => recipientId === null)
  const lock = isForAll ? sql`pg_advisory_xact_lock` : sql`pg_advisory_xact_lock_shared`
  await sql`
    with turn as materialized (select ${lock}(hashtextextended('events for everybody', 41)))
    select platform.publish(${JSON.stringify(rows)}::jsonb, ${at}) from turn`.execute(db)
}
