import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { Instant, OneOf } from '../../platform/operation/schema.ts'
import { administrator } from '../access.ts'
import { countCampaigns, newestCampaign, selectCampaigns } from './queries.ts'
import { Campaign, presentCampaign, statuses, types } from './shapes.ts'

export const adminGetNotifications = operation({
  key: 'A46',
  source: 'named in the specification with GET; path, filters and shape chosen here',
  method: 'GET',
  path: '/admin/notification',
  summary: 'List the notifications that administrators sent, newest first, with what became of them',
  access: administrator,
  query: Type.Object({
    type: Type.Optional(OneOf(types)),
    status: Type.Optional(OneOf(statuses)),
    from: Type.Optional(Instant),
    to: Type.Optional(Instant),
  }),
  paged: { limit: 20, numbered: true },
  runs: 'long-read',
  replies: { 200: { message: 'Notifications fetched successfully', data: Type.Array(Campaign) } },

  async handle({ query, db, page }) {
    const filter = {
      type: query.type ?? null,
      status: query.status ?? null,
      from: query.from === undefined ? null : new Date(query.from),
      to: query.to === undefined ? null : new Date(query.to),
    }
    const [rows, total] = await Promise.all([
      selectCampaigns(db, { ...filter, after: page.after, offset: page.offset, limit: page.limit + 1 }),
      countCampaigns(db, filter),
    ])
    return page.of(rows, newestCampaign.keyOf, presentCampaign, { total })
  },
})
