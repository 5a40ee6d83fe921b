import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { Text } from '../../platform/operation/schema.ts'
import { administrator } from '../access.ts'
import { endStop } from './stop-queries.ts'

export const adminLetMoneyMove = operation({
  source: 'not in the specification; for administrators who know why the books did not add up',
  method: 'POST',
  path: '/admin/ledger/let-money-move',
  summary: 'Let money move again that a proof of the ledger stopped',
  access: administrator,
  body: Type.Object({
    reason: Text(10, 500, {
      description: 'kept in the audit',
      example: 'A line was entered twice by hand; it is reversed.',
    }),
  }),
  replies: {
    200: {
      message: 'Money moves',
      data: Type.Object({ was_stopped: Type.Boolean({ description: 'false when it moved anyway' }) }),
    },
  },

  async handle({ body: { reason }, caller, ...work }) {
    const wasStopped = await endStop(work, caller.id)
    work.audit('ledger', { reason, was_stopped: wasStopped })
    return { was_stopped: wasStopped }
  },
})
