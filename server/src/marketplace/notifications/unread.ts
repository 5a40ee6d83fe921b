import { type Static, Type } from 'typebox'
import type { Db } from '../../platform/db/database.ts'
import type { Reading } from '../../platform/operation/work.ts'
import type { Deferred } from '../../platform/write-behind.ts'
import { countUnread, type Reader } from './inbox-queries.ts'
import { findUncounted, keepUnread, lockUnread, selectUnread } from './unread-queries.ts'

export const Unread = Type.Object({
  count: Type.Integer(),
  by_category: Type.Unsafe<Record<string, number>>({
    type: 'object',
    additionalProperties: { type: 'integer' },
  }),
})

const mostLocked = 100

/**
 * Counts for those who had to be counted for, so that nobody counts the next time. Who asked once more while
 * it was their turn is left out: what is being counted anew is out of use meanwhile, and so asked for again.
 */
const keptUnread: Deferred = {
  async write(db, noted) {
    const asked = [...noted.keys()]
    const lastAsked = new Date(Math.max(...[...noted.values()].map(Number)))
    for (let from = 0; from < asked.length; from += mostLocked)
      await db.transaction().execute(async (own) => {
        const ids = await findUncounted(own, asked.slice(from, from + mostLocked), lastAsked)
        for (const reader of await lockUnread(own, ids)) {
          const at = noted.get(reader.id)
          if (at) await keepUnread(own, reader, at)
        }
      })
  },
}

/** What is unread in somebody's inbox, counted. */
export async function countedUnread(
  db: Db,
  reader: Reader,
  now: Date,
  category: string | null = null,
): Promise<Static<typeof Unread>> {
  const rows = await countUnread(db, reader, now, category)
  return {
    count: rows.reduce((sum, row) => sum + row.count, 0),
    by_category: Object.fromEntries(rows.map((row) => [row.category, row.count])),
  }
}

/** The same as JSON: as it is kept, or else counted and kept for the next time. */
export async function unreadText({ db, clock, services }: Reading, reader: Reader): Promise<string> {
  const now = clock.now()
  const kept = await selectUnread(db, reader, now)
  if (kept !== undefined) return kept
  services.writeBehind.note(keptUnread, [reader])
  return JSON.stringify(await countedUnread(db, reader, now))
}

/** How many items are unread. */
export async function countOfUnread(reading: Reading, reader: Reader): Promise<number> {
  // What is kept was written as this.
  const { count } = JSON.parse(await unreadText(reading, reader)) as Static<typeof Unread>
  return count
}
