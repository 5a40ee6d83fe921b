import { isDeepStrictEqual } from 'node:util'
import type { Db } from '../../platform/db/database.ts'
import type { KeptCards } from '../../platform/operation/kept-cards.ts'
import {
  type KeptCard,
  lockStale,
  outdateNext,
  passOnSources,
  selectShown,
  updateCards,
} from './kept-card-queries.ts'
import type { ListingRow } from './rows.ts'
import { makeCard } from './shapes.ts'

const batch = 5000

/** The card of a listing, as it is kept. */
export const keptOf = (row: ListingRow): KeptCard => ({
  id: row.id,
  ...makeCard(row),
  shows_distance: row.shows_distance,
})

/** Makes the card of a listing anew that the same transaction has written. */
export const keepCard = (db: Db, row: ListingRow): Promise<void> => updateCards(db, [keptOf(row)])

/** What lists, and the pages of listings, show of them. */
export const listingCards: KeptCards = {
  name: 'listings',

  async outdateAll(db) {
    let count = 0
    for (let ids = await outdateNext(db, null, batch); ids.length > 0; ) {
      count += ids.length
      ids = await outdateNext(db, ids.at(-1) ?? null, batch)
    }
    return count
  },

  async refresh(db, most) {
    await passOnSources(db, most)
    const rows = await lockStale(db, most)
    if (rows.length > 0) await updateCards(db, rows.map(keptOf))
    return rows.length
  },

  async findDifferent(db) {
    const different: string[] = []
    for (let shown = await selectShown(db, null, batch); shown.length > 0; ) {
      for (const { kept, listing } of shown)
        if (!isDeepStrictEqual(kept, keptOf(listing))) different.push(kept.id)
      shown = await selectShown(db, shown.at(-1)?.kept.id ?? null, batch)
    }
    return different
  },
}
