import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { Id } from '../../platform/operation/schema.ts'
import { member } from '../access.ts'
import { readDetail } from './detail.ts'
import { noSuchListing } from './problems.ts'
import { PurchaseListingDetail } from './shapes.ts'

export const getPurchaseListing = operation({
  key: 'M167',
  source: 'named in the specification with GET; path and shape chosen here',
  method: 'GET',
  path: '/purchase-tool/detail/{id}',
  summary:
    'Read one of your purchases with its costs, its sale, what happened to it, and prices of things like it',
  access: member,
  params: Type.Object({ id: Id }),
  replies: { 200: { message: 'Purchase fetched successfully', data: PurchaseListingDetail } },
  problems: [noSuchListing],

  async handle({ params, caller, ...work }) {
    return readDetail(work, params.id, caller.id)
  },
})
