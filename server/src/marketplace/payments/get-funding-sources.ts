import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { OneOf } from '../../platform/operation/schema.ts'
import { member } from '../access.ts'
import { fundingSources } from './shapes.ts'

export const getFundingSources = operation({
  source: 'not in the specification; what a page offers to add money from',
  method: 'GET',
  path: '/payment-mgt/funding-sources',
  summary: 'See what money can be added to your wallet from on this server',
  access: member,
  replies: {
    200: {
      message: 'Funding sources fetched successfully',
      data: Type.Array(Type.Object({ source: OneOf(fundingSources) }, { title: 'FundingSource' })),
    },
  },

  async handle({ services: { paymentProvider, hostedPages } }) {
    const isOpen = { card: paymentProvider !== null, paypal: hostedPages !== null }
    return fundingSources.filter((source) => isOpen[source]).map((source) => ({ source }))
  },
})
