import type { Arrangements } from '../../testing/arranged.ts'
import { instantNotice, openAtPayPal } from '../../testing/hosted-payments.ts'
import {
  addTestFunds,
  newRefund,
  newSetupIntent,
  paymentNotice,
  receivedNotice,
  saveTestCard,
} from '../../testing/payments.ts'

const removed = ['late_success', 'dispute', 'requires_action'] as const
let turn = 0
const nextAmount = () => {
  turn += 1
  return 12.5 + (turn % 7)
}
/** Another card each time than the one before, and never the one that others pay with. */
const nextScenario = () => {
  turn += 1
  return removed[turn % removed.length] ?? 'dispute'
}

/** A call that succeeds, for each operation. */
export const arrangements: Arrangements = {
  createSetupIntent: ({ member }) => ({ as: member, body: { usage: 'on_session' } }),
  simulateSetup: async ({ member }) => ({
    as: member,
    body: { client_secret: (await newSetupIntent(member)).client_secret, scenario: 'success' },
  }),
  savePaymentMethod: ({ member }) => ({ as: member, body: { payment_method_id: 'pm_sandbox_success' } }),
  getPaymentMethods: ({ member }) => ({ as: member }),
  getTestPaymentId: ({ member }) => ({ as: member, query: { scenario: 'decline' } }),
  deletePaymentMethod: async ({ member }) => ({
    as: member,
    params: { id: (await saveTestCard(member, nextScenario()))._id },
  }),
  selectDefaultPaymentMethod: async ({ member }) => ({
    as: member,
    body: { payment_method_id: (await saveTestCard(member, nextScenario()))._id },
  }),
  addFunds: [
    async ({ member }) => ({
      as: member,
      body: {
        amount: nextAmount(),
        currency: 'EUR',
        payment_method_id: (await saveTestCard(member, 'success'))._id,
      },
    }),
    ({ member }) => ({ as: member, body: { amount: nextAmount(), currency: 'EUR', source: 'paypal' } }),
  ],
  getCardForm: ({ member }) => ({ as: member }),
  resumePayment: [
    async ({ member }) => ({
      as: member,
      body: { payment_id: (await addTestFunds(member, 'requires_action')).body.data._id },
    }),
    async ({ member }) => ({ as: member, body: { payment_id: (await openAtPayPal(member)).id } }),
  ],
  getPayment: [
    async ({ member }) => ({
      as: member,
      params: { id: (await addTestFunds(member, 'requires_action')).body.data._id },
    }),
    async ({ member }) => ({ as: member, params: { id: (await openAtPayPal(member)).id } }),
  ],
  getFundingSources: ({ member }) => ({ as: member }),
  receiveInstantNotice: async ({ member }) => {
    const { page, tell } = await openAtPayPal(member)
    return instantNotice(tell(page))
  },
  simulatePayment: async ({ member }) => ({
    as: member,
    body: { payment_id: (await addTestFunds(member, 'late_success')).body.data._id, command: 'succeed' },
  }),
  receivePaymentWebhook: async ({ member }) => paymentNotice(member, 'platform'),
  receiveConnectWebhook: async ({ member }) => paymentNotice(member, 'connected'),
  adminGetPayments: ({ administrator }) => ({ as: administrator, query: { status: 'succeeded' } }),
  adminGetRefunds: async ({ administrator, member }) => {
    for (const _ of [1, 2]) await newRefund(member)
    return { as: administrator }
  },
  adminGetWebhooks: ({ administrator }) => ({ as: administrator, query: { waiting: false } }),
  adminReplayWebhook: async ({ administrator, member }) => ({
    as: administrator,
    body: { webhook_id: await receivedNotice(member) },
  }),
}
