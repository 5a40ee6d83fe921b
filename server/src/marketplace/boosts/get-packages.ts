import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { Id } from '../../platform/operation/schema.ts'
import { anyone } from '../access.ts'
import { noSuchPost } from '../posts/public.ts'
import type { Kind } from '../promotions/public.ts'
import { isFor, mostQueued } from './applying.ts'
import { type PackageRow, selectSold } from './package-queries.ts'
import { type ListingRow, selectAwaited, selectListing, selectOpen, selectPast } from './queries.ts'
import { Offer, presentForecast, presentPackage, type refusals } from './shapes.ts'

export const getPackages = operation({
  key: 'M105',
  source: 'named in the specification; method, path and fields chosen here',
  method: 'GET',
  path: '/package-mgt/get',
  summary: 'See what can be bought for a listing, and what it brought others',
  access: anyone,
  query: Type.Object({ post_id: Type.Optional({ ...Id, description: 'your listing' }) }),
  replies: { 200: { message: 'Packages fetched successfully', data: Type.Array(Offer) } },
  problems: [noSuchPost],

  async handle({ query: { post_id: postId }, caller, db, clock }) {
    if (postId === undefined) return (await selectSold(db)).map(presentPackage)
    const listing = caller && (await selectListing(db, postId, caller.id, clock.now()))
    if (!listing) throw noSuchPost()
    const [sold, open, awaited, past] = await Promise.all([
      selectSold(db),
      selectOpen(db, postId),
      selectAwaited(db, postId),
      selectPast(db),
    ])
    const taken = [...open.map(({ kind }) => kind), ...awaited]
    return sold.map((row) => ({
      ...presentPackage(row),
      refusal: refusalOf(row, listing, taken),
      forecast: presentForecast(
        row,
        past.find(({ kind }) => kind === row.kind),
      ),
    }))
  },
})

function refusalOf(
  row: PackageRow,
  listing: ListingRow,
  taken: readonly Kind[],
): (typeof refusals)[number] | null {
  if (listing.standing !== 'shown') return 'POST_NOT_ACTIVE'
  if (!isFor(row, listing)) return 'PACKAGE_NOT_ELIGIBLE'
  return taken.filter((kind) => kind === row.kind).length >= mostQueued ? 'ALREADY_QUEUED' : null
}
