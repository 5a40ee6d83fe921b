import { createHash } from 'node:crypto'
import { receive } from '../../platform/inbox/inbox.ts'
import { raw } from '../../platform/operation/body.ts'
import { operation } from '../../platform/operation/operation.ts'
import { malformed } from '../../platform/operation/problem.ts'
import { reply } from '../../platform/operation/reply.ts'
import { providerNotConfigured } from '../../platform/provider-errors.ts'
import { anyone } from '../access.ts'
import { pagesOf } from './hosted.ts'
import { applyHostedNotice } from './hosted-jobs.ts'

const formType = 'application/x-www-form-urlencoded'

export const receiveInstantNotice = operation({
  key: 'M147',
  source: 'named in the specification; method and path chosen here, the form is PayPal’s',
  method: 'POST',
  path: '/payment-mgt/ipn-check',
  summary: 'Hear from PayPal of a payment; PayPal is asked whether it said so before anything counts',
  access: anyone,
  body: raw({ types: [formType], bytes: 65_536 }),
  replies: { 200: { empty: true, description: 'It is kept; whether it is true is found out afterwards' } },
  problems: [malformed, providerNotConfigured],
  limit: { max: 3000, strict: 1200, windowSeconds: 300 },

  async handle({ body: bytes, ...work }) {
    const { provider } = pagesOf(work)
    if (!bytes.includes('=')) throw malformed()
    // By nothing that it says: whoever forges one could take the place of a true one that comes later.
    const eventId = createHash('sha256').update(bytes).digest('hex')
    await receive(
      work,
      { provider, eventId, bytes, headers: { 'content-type': formType } },
      applyHostedNotice,
    )
    return reply({ status: 200 })
  },
})
