import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { Id } from '../../platform/operation/schema.ts'
import { member } from '../access.ts'
import { uploadNotUsable } from '../files/public.ts'
import { OrderDetail } from './detail-shapes.ts'
import { addStatement } from './dispute.ts'
import { lockParty, readOrder } from './order-of-party.ts'
import { invalidTransition, noSuchOrder, tooManyStatements } from './problems.ts'
import { sayingFields } from './statement-fields.ts'

export const addDisputeStatement = operation({
  source: 'not in the specification; both sides are heard before a dispute is decided',
  method: 'POST',
  path: '/order-mgt/dispute-statement',
  summary: 'Say your part in a dispute, with pictures',
  access: member,
  body: Type.Object({ order_id: Id, ...sayingFields }),
  replies: { 200: { message: 'Statement added successfully', data: OrderDetail } },
  problems: [noSuchOrder, invalidTransition, tooManyStatements, uploadNotUsable],

  async handle({ body, caller, ...work }) {
    const { order, role: by } = await lockParty(work, body.order_id, caller)
    await addStatement(work, order, { by, saying: { text: body.text, uploadIds: body.evidence ?? [] } })
    return readOrder(work, order.id, caller)
  },
})
