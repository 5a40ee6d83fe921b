import { writeCategoryRanks, writeRanks } from '../marketplace/ranking/public.ts'
import { inProduct } from './jobs.ts'
import { call, granted, type TestPerson } from './kit.ts'

type As = Pick<TestPerson, 'token' | 'address'>
type Query = Record<string, string | number | boolean>

const base = '/api/v1/post-mgt'

/** Says that somebody looked at listings. */
export const look = async (as: As | undefined, post_ids: string[], body: object = {}) =>
  granted(call('POST', `${base}/record-view`, { as, body: { post_ids, ...body } }))

/** Says that listings were on somebody's screen. */
export const show = async (as: As, post_ids: string[]) =>
  granted(call('POST', `${base}/record-impressions`, { as, body: { post_ids } }))

/** Ranks everything anew, as the jobs do in their time. */
export const rankNow = (): Promise<void> =>
  inProduct('marketplace', async (work) => {
    await writeRanks(work)
    await writeCategoryRanks(work)
  })

export const trending = (query: Query = {}, as?: As) => call('GET', `${base}/trending`, { as, query })
export const mostViewed = (query: Query = {}, as?: As) => call('GET', `${base}/most-viewed`, { as, query })
export const viewsOf = (as: As, query: Query = {}) => call('GET', `${base}/all-views`, { as, query })
