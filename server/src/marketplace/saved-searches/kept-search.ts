import type { Work } from '../../platform/operation/work.ts'
import type { Caller } from '../access.ts'
import { type Asked, readAsked } from './asked-search.ts'
import { fileSearch } from './filing-queries.ts'
import { insertSavedSearch } from './queries.ts'
import type { Cadence, SavedQuery } from './saved-query.ts'

interface Own {
  id: string
  userId: string
}

interface Wanted {
  name: string
  cadence: Cadence
  at: Date
}

/** Writes a search that was read, and files it. */
export async function saveAsked(
  { db }: Pick<Work, 'db'>,
  own: Own,
  asked: Asked,
  wanted: Wanted,
): Promise<void> {
  await insertSavedSearch(db, { ...own, ...wanted, query: asked.query, words: asked.words })
  await fileSearch(db, own, asked.needs, asked.filter)
}

/** Saves a search of somebody that says by itself where it looks and in which currency. */
export async function keepSearch(
  work: Pick<Work, 'db' | 'clock' | 'services'>,
  own: Own,
  { query, ...wanted }: Wanted & { query: SavedQuery },
): Promise<void> {
  const nobody: Caller | null = null
  await saveAsked(work, own, await readAsked(work, query, nobody), wanted)
}
