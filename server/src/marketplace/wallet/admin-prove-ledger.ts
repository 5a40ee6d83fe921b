import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { administrator } from '../access.ts'
import { proveWholeLedger } from './jobs.ts'

export const adminProveLedger = operation({
  source: 'not in the specification; for who does not want to wait for the night',
  method: 'POST',
  path: '/admin/ledger/prove',
  summary: 'Have the whole ledger proved now',
  access: administrator,
  replies: {
    200: {
      message: 'The ledger is being proved',
      data: Type.Object({
        is_queued: Type.Boolean({ description: 'it stands among the proofs once it is done' }),
      }),
    },
  },

  async handle({ enqueue, audit }) {
    await enqueue(proveWholeLedger, {}, { singletonKey: 'asked' })
    audit('ledger')
    return { is_queued: true }
  },
})
