import { Problem } from '../../platform/operation/problem.ts'
import type { Work } from '../../platform/operation/work.ts'
import type { Caller } from '../access.ts'
import { type Filter, type Need, needsOf, readFilter, readWords } from '../search/public.ts'
import { searchTooWide } from './problems.ts'
import type { SavedQuery } from './saved-query.ts'

/** What somebody asked for, read as a search of theirs reads it. */
export interface Asked {
  query: SavedQuery
  /** As PostgreSQL reads them, without what names of categories mean today. */
  words: string | null
  filter: Filter
  needs: readonly Need[]
}

/**
 * Reads a query that is to be kept. Where it goes by its owner's place or currency, these are written out: it stays the
 * same search when they move.
 * @throws SEARCH_TOO_WIDE, and what a search throws
 */
export async function readAsked(
  { db, clock, services }: Pick<Work, 'db' | 'clock' | 'services'>,
  asked: SavedQuery,
  caller: Caller | null,
): Promise<Asked> {
  const { filter, view } = await readFilter(services.cache, asked, caller, clock.now(), {
    comparesPrices: false,
  }).catch(inBody)
  const { origin } = view
  const { q, ...rest } = asked
  const words = q ? await readWords(db, q) : null
  const query = {
    ...(q && { q }),
    ...rest,
    ...(asked.radius_km !== undefined && origin && { lat: origin.latitude, lng: origin.longitude }),
    ...(filter.currency !== null && { currency: filter.currency }),
  }
  const read = { ...filter, words }
  const needs = needsOf(query, read)
  // Words that say nothing find nothing.
  if (needs.length === 0 || words === '') throw searchTooWide()
  return { query, words, filter: read, needs }
}

/** Where a fault stands in the body; a search has it in its query. */
function inBody(error: unknown): never {
  if (!(error instanceof Problem)) throw error
  const fields = error.extra.fields?.map((field) => ({ ...field, path: `body.${field.path}` }))
  throw new Problem(error.status, error.code, error.message, { ...error.extra, ...(fields && { fields }) })
}
