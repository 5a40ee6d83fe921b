import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import type { Realm } from '../operation/caller.ts'

/** Stands for all people of a realm where an event names its recipient; nobody has it as an id. */
const everybody = '00000000-0000-0000-0000-000000000000'

/** Whose events a person hears. */
export const heardBy = (personId: string): string[] => [personId, everybody]

/** Something a person's open apps should hear of. `data` is what is kept of it. */
export interface LiveEvent {
  realm: Realm
  /** Null for everybody of the realm. */
  recipientId: string | null
  type: string
  data: object
}

/** What those wait for who hear a person's events. */
export const topicOf = (realm: Realm, heardId: string): string => `${realm} ${heardId}`

/** What is to be woken once the events are committed. */
export const topicsOf = (events: readonly LiveEvent[]): string[] => [
  ...new Set(events.map(({ realm, recipientId }) => topicOf(realm, recipientId ?? everybody))),
]

/**
 * Stores the events. An event for everybody waits for those that are under way to a person, so that the ids of all
 * that somebody hears grow in the order of the commits.
 */
export async function publish(db: Db, events: readonly LiveEvent[], at: Date): Promise<void> {
  const isForAll = events.some(({ recipientId }) => recipientId === null)
  if (events.length <= few && !isForAll) return publishFew(db, events, at)
  const rows = events.map(({ realm, recipientId, type, data }) => ({
    realm,
    recipient: recipientId ?? everybody,
    type,
    data,
  }))
  const lock = isForAll ? sql`pg_advisory_xact_lock` : sql`pg_advisory_xact_lock_shared`
  // Locks are taken in the same order by everybody, and all of them before the first id.
  await sql`
    with turn as materialized (select ${lock}(hashtextextended('events for everybody', 41))),
    listed as materialized (
      select e.* from rows from (jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as (realm text, recipient uuid, type text, data jsonb)) with ordinality as e (realm, recipient, type, data, position)
    ), heard as materialized (
      select pg_advisory_xact_lock(hashtextextended(l.realm || l.recipient::text, 41))
      from (select distinct realm, recipient from listed order by 1, 2) l, turn
    )
    insert into platform.live_event (realm, recipient_id, type, data, created_at)
    select l.realm, l.recipient, l.type, l.data, ${at}::timestamptz
    from (select count(*) from heard) locked, listed l order by l.position`.execute(db)
}

const few = 4

/** The same for the few events that most writes have: the function plans for many, and takes twice as long. */
async function publishFew(db: Db, events: readonly LiveEvent[], at: Date): Promise<void> {
  const heard = [...new Set(events.map(({ realm, recipientId }) => `${realm}${recipientId}`))].toSorted()
  const locks = heard.map((one) => sql`pg_advisory_xact_lock(hashtextextended(${one}, 41))`)
  const rows = events.map(
    ({ realm, recipientId, type, data }) =>
      sql`(${realm}::text, ${recipientId}::uuid, ${type}::text, ${JSON.stringify(data)}::jsonb, ${at}::timestamptz)`,
  )
  await sql`
    with turn as materialized (
      select pg_advisory_xact_lock_shared(hashtextextended('events for everybody', 41)), ${sql.join(locks)})
    insert into platform.live_event (realm, recipient_id, type, data, created_at)
    select e.* from turn cross join (values ${sql.join(rows)}) e`.execute(db)
}
