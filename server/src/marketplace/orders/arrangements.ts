import type { Arrangements } from '../../testing/arranged.ts'
import { privatePictureOf } from '../../testing/marketplace-rows.ts'
import { newAccepted } from '../../testing/offers.ts'
import { buy, dispute, receive, ship } from '../../testing/orders.ts'
import { disputeByBank, saveTestCard } from '../../testing/payments.ts'
import { newPost } from '../../testing/posts.ts'

const saying = { text: 'The frame is bent, see the picture.' }

/** A call that succeeds, for each operation. */
export const arrangements: Arrangements = {
  addDisputeStatement: async (cast) => {
    const order_id = await dispute(cast)
    const evidence = [await privatePictureOf(cast.member, 'evidence')]
    return { as: cast.member, body: { order_id, ...saying, evidence } }
  },
  adminDecideDispute: async (cast) => ({
    as: cast.administrator,
    body: { order_id: await dispute(cast), refund: 5, message: 'The pictures show it.' },
  }),
  adminGetBankDisputes: async ({ administrator, member }) => {
    for (const _ of [1, 2]) await disputeByBank(member)
    return { as: administrator, query: { status: 'open' } }
  },
  adminGetDisputes: async (cast) => {
    for (const _ of [1, 2]) await dispute(cast)
    return { as: cast.administrator, query: { status: 'open' } }
  },
  adminGetOrders: async (cast) => {
    for (const _ of [1, 2]) await buy(cast)
    return { as: cast.administrator }
  },
  cancelOrder: async (cast) => ({ as: cast.member, body: { order_id: await buy(cast) } }),
  confirmReceived: async (cast) => ({ as: cast.member, body: { order_id: await ship(cast) } }),
  disputeOrder: async (cast) => ({
    as: cast.member,
    body: {
      order_id: await receive(cast),
      reason: 'damaged',
      ...saying,
      evidence: [await privatePictureOf(cast.member, 'evidence')],
    },
  }),
  getOrder: async (cast) => ({ as: cast.member, params: { order_id: await dispute(cast) } }),
  getOrderQuote: [
    async ({ member, partner }) => ({ as: member, query: { post_id: (await newPost(partner))._id } }),
    async (cast) => ({ as: cast.member, query: await newAccepted(cast) }),
  ],
  getOrders: async (cast) => {
    for (const _ of [1, 2]) await buy(cast)
    return { as: cast.member }
  },
  purchaseItem: [
    async ({ member, partner }) => {
      const { _id: post_id } = await newPost(partner)
      const { _id: payment_method_id } = await saveTestCard(member, 'success')
      const body = { post_id, source: 'card', delivery: 'pickup', expected_price: 20 }
      return { as: member, body: { ...body, payment_method_id } }
    },
    async (cast) => {
      const { _id: payment_method_id } = await saveTestCard(cast.member, 'success')
      const body = { ...(await newAccepted(cast)), source: 'card', delivery: 'pickup', expected_price: 15 }
      return { as: cast.member, body: { ...body, payment_method_id } }
    },
  ],
  refundOrder: async (cast) => ({ as: cast.partner, body: { order_id: await buy(cast), amount: 5 } }),
  shipOrder: async (cast) => ({
    as: cast.partner,
    body: { order_id: await buy(cast), carrier: 'DHL', tracking_code: '00340434161094042557' },
  }),
}
