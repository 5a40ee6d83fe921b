import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import type { Problem } from '../../platform/operation/problem.ts'
import { Id, Text } from '../../platform/operation/schema.ts'
import type { Work } from '../../platform/operation/work.ts'
import { isSameSecret } from '../../platform/same-secret.ts'
import { member } from '../access.ts'
import { checkMoneyMoves, moneyStopped } from '../wallet/public.ts'
import { isReceivable } from './actions.ts'
import { receive } from './conclusion.ts'
import { OrderDetail } from './detail-shapes.ts'
import { lockParty, readOrder } from './order-of-party.ts'
import { mostWrongCodes, pickupCodeOf } from './pickup.ts'
import { invalidTransition, noSuchOrder, orderFrozen, pickupCodeLocked, wrongPickupCode } from './problems.ts'
import { addWrongCode, type OrderRow } from './queries.ts'
import { checkMoves } from './transition.ts'

export const confirmReceived = operation({
  source: 'not in the specification; the buyer has it, or showed their code to the seller',
  method: 'POST',
  path: '/order-mgt/confirm-received',
  summary: 'Say that you have what you bought; or, as its seller, enter the code that the buyer shows you',
  access: member,
  idempotency: 'required',
  body: Type.Object({
    order_id: Id,
    code: Type.Optional(
      Text(6, 6, { pattern: '^\\d{6}$', example: '073114', description: 'of the seller, for a pickup' }),
    ),
  }),
  replies: { 200: { message: 'Order updated successfully', data: OrderDetail } },
  problems: [noSuchOrder, invalidTransition, orderFrozen, wrongPickupCode, pickupCodeLocked, moneyStopped],

  async handle({ body, caller, ...work }) {
    await checkMoneyMoves(work)
    const { order, role } = await lockParty(work, body.order_id, caller)
    checkMoves(order)
    if (!isReceivable(order)) throw invalidTransition()
    const refusal = role === 'seller' ? await refuseCode(work, order, body.code) : undefined
    if (refusal) return refusal
    await receive(work, order, role)
    return readOrder(work, order.id, caller)
  },
})

/** Whether a seller has the buyer's word; each wrong guess is counted. */
async function refuseCode(work: Work, order: OrderRow, code = ''): Promise<Problem | undefined> {
  if (order.delivery !== 'pickup') throw invalidTransition()
  if (order.wrong_codes >= mostWrongCodes) throw pickupCodeLocked()
  if (isSameSecret(code, pickupCodeOf(work, order))) return undefined
  await addWrongCode(work.db, order.id)
  return wrongPickupCode()
}
