import type { Db } from '../../platform/db/database.ts'
import type { KeptCards } from '../../platform/operation/kept-cards.ts'
import { cardOfRoom } from './card.ts'
import { compareKept, keepCards, lockOutdated, type Member, outdateNext, selectSources } from './queries.ts'

/** Rooms at once: one statement for all would take longer than it may. */
const batch = 2000

/** Makes the cards of rows that are locked. */
async function make(db: Db, members: readonly Member[]): Promise<number> {
  if (members.length === 0) return 0
  const sources = await selectSources(db, members)
  await keepCards(
    db,
    sources.map((source) => ({ room_id: source.id, user_id: source.viewer_id, card: cardOfRoom(source) })),
  )
  return members.length
}

/** Each chat as its two people have it in their lists, with its last message and the number of the unread. */
export const roomCards: KeptCards = {
  name: 'chats',

  async outdateAll(db) {
    let count = 0
    for (let rooms = await outdateNext(db, null, batch); rooms.length > 0; ) {
      count += rooms.reduce((sum, { cards }) => sum + cards, 0)
      rooms = await outdateNext(db, rooms.at(-1)?.id ?? null, batch)
    }
    return count
  },

  refresh: async (db, most) => make(db, await lockOutdated(db, most)),
  async findDifferent(db) {
    const rows = await compareKept(db)
    return rows
      .filter(
        ({ card, source, isAsCounted }) => !isAsCounted || (card !== null && card !== cardOfRoom(source)),
      )
      .map(({ room_id, user_id }) => `${room_id} of ${user_id}`)
  },
}

/** Makes the cards of some rooms anew that are out of date. */
export const refreshRooms = async (db: Db, roomIds: readonly string[]): Promise<number> =>
  make(db, await lockOutdated(db, 2 * roomIds.length, roomIds))
