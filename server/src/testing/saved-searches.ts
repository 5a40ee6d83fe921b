import { newId } from '../platform/ids.ts'
import { call, granted } from './kit.ts'

type As = { token: string }
type Query = Record<string, unknown>

export const savedSearchPath = '/api/v1/search-mgt/saved-searches'

export interface TestSavedSearch {
  _id: string
  __v: number
  name: string
  cadence: string
  new_count: number
}

export const saveSearch = (as: As | undefined, query: Query, body: object = {}) =>
  call('POST', savedSearchPath, { as, body: { name: `Search ${newId()}`, query, ...body } })

/** A saved search that tells at once unless told otherwise. */
export async function newSavedSearch(as: As, query: Query, body: object = {}): Promise<TestSavedSearch> {
  return (await granted(saveSearch(as, query, { cadence: 'instant', ...body }))).body.data
}

export const foundBy = (as: As, id: string, query: Record<string, string | number> = {}) =>
  call('GET', `${savedSearchPath}/${id}/found`, { as, query })
