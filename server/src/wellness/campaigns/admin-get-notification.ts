import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { reply } from '../../platform/operation/reply.ts'
import { OneOf } from '../../platform/operation/schema.ts'
import { administrator } from '../access.ts'
import { CampaignId } from '../ids.ts'
import { noSuchNotification } from './problems.ts'
import { byAddress, countDeliveries, selectCampaign, selectDeliveries } from './queries.ts'
import { Campaign, Delivery, deliveryStatuses, presentCampaign, presentDelivery } from './shapes.ts'

export const adminGetNotification = operation({
  key: 'A47',
  source: 'named in the specification with GET; path, paging of the deliveries and shape chosen here',
  method: 'GET',
  path: '/admin/notification/{id}',
  summary: 'Get a notification that was sent, with its deliveries by address',
  access: administrator,
  params: Type.Object({ id: CampaignId }),
  query: Type.Object({ deliveryStatus: Type.Optional(OneOf(deliveryStatuses)) }),
  paged: { limit: 20, numbered: true },
  runs: 'long-read',
  replies: {
    200: {
      message: 'Notification fetched successfully',
      data: Type.Object(
        { ...Campaign.properties, deliveries: Type.Array(Delivery) },
        { title: 'CampaignWithDeliveries' },
      ),
    },
  },
  problems: [noSuchNotification],

  async handle({ params, query, db, page }) {
    const campaign = await selectCampaign(db, params.id)
    if (!campaign) throw noSuchNotification()
    const filter = { campaignId: campaign.id, status: query.deliveryStatus ?? null }
    const [rows, total] = await Promise.all([
      selectDeliveries(db, { ...filter, after: page.after, offset: page.offset, limit: page.limit + 1 }),
      countDeliveries(db, filter),
    ])
    const deliveries = page.of(rows, byAddress.keyOf, presentDelivery, { total })
    return reply({
      data: { ...presentCampaign(campaign), deliveries: deliveries.data },
      meta: deliveries.meta,
    })
  },
})
