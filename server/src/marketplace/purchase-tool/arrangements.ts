import { newId } from '../../platform/ids.ts'
import type { Arrangements } from '../../testing/arranged.ts'
import { newPurchase } from '../../testing/marketplace-rows.ts'

/** A call that succeeds, for each operation. */
export const arrangements: Arrangements = {
  createPurchaseListing: ({ member }) => ({
    as: member,
    body: {
      user_id: member.id,
      title: 'Lamp',
      price: 4,
      product_image: [],
      condition: 'good',
      search_id: `search ${newId()}`,
    },
  }),
  editPurchaseListing: async (cast) => ({
    as: cast.member,
    params: { id: await newPurchase(cast) },
    body: { notes: 'bought at the harbour' },
  }),
  getPurchaseListing: async (cast) => ({ as: cast.member, params: { id: await newPurchase(cast) } }),
  getPurchaseListings: ({ member }) => ({ as: member, query: { q: 'lam' } }),
  markPurchaseListingSold: async (cast) => ({
    as: cast.member,
    body: { listing_id: await newPurchase(cast), sold_price: 9 },
  }),
  removePurchaseListing: async (cast) => ({ as: cast.member, params: { id: await newPurchase(cast) } }),
}
