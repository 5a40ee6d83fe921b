import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { Integer } from '../../platform/operation/schema.ts'
import { anyone } from '../access.ts'
import { categoryTree, inLocale, Locale } from '../categories/public.ts'
import { centreOf, circleAround, filterFields, geoInvalid } from '../search/public.ts'
import { findSnapshot, selectPopular } from './queries.ts'
import { PopularCategory, presentPopular } from './shapes.ts'
import { categoryList } from './snapshots.ts'

const usualRadiusKm = 50

export const getPopularCategories = operation({
  key: 'M22',
  source:
    'named in the specification in the post group; method, path, filters, figures and order chosen here',
  method: 'GET',
  path: '/post-mgt/popular-categories',
  summary: 'List the categories that are looked at most, counted every quarter of an hour',
  tag: 'categories',
  access: anyone,
  query: Type.Object({
    lat: filterFields.lat,
    lng: filterFields.lng,
    radius_km: filterFields.radius_km,
    locale: Type.Optional(Locale),
    limit: Type.Optional(Integer(1, 50, { default: 20 })),
  }),
  replies: {
    200: {
      message: 'Popular categories fetched successfully',
      data: Type.Array(PopularCategory, {
        description:
          'each as listings are filed under it, without those below; a place counts by squares of 28 km',
      }),
    },
  },
  problems: [geoInvalid],

  async handle({ query, db, clock, services }) {
    const centre = centreOf(query)
    if (!centre && query.radius_km !== undefined)
      throw geoInvalid({ fields: [{ path: 'query.radius_km', rule: 'geo', message: 'needs lat and lng' }] })
    const area = centre && circleAround(centre, query.radius_km ?? usualRadiusKm)
    const snapshotId = await findSnapshot(db, categoryList, { id: null, now: clock.now() })
    const rows = snapshotId === undefined ? [] : await selectPopular(db, snapshotId, area)
    const tree = await services.cache.get(categoryTree)
    return presentPopular(rows, inLocale(tree.rows, query.locale), query.limit ?? 20)
  },
})
