import type { Arrangements } from '../../testing/arranged.ts'
import { granted } from '../../testing/kit.ts'
import { newMessage, newRoom, pictureOf } from '../../testing/marketplace-rows.ts'
import { answer, makeOffer, newNegotiable, newOffer } from '../../testing/offers.ts'
import { newPost } from '../../testing/posts.ts'

/** A call that succeeds, for each operation. */
export const arrangements: Arrangements = {
  acceptOffer: async (cast) => ({
    as: cast.member,
    params: { offer_id: (await newOffer(cast, 'partner')).id },
  }),
  counterOffer: async (cast) => ({
    as: cast.member,
    params: { offer_id: (await newOffer(cast, 'partner')).id },
    body: { price: 17.5, note: 'It is nearly new.' },
  }),
  declineOffer: async (cast) => ({
    as: cast.member,
    params: { offer_id: (await newOffer(cast, 'partner')).id },
  }),
  getOfferFloor: async ({ member }) => ({ as: member, query: { post_id: (await newPost(member))._id } }),
  getOffers: [
    async (cast) => {
      for (const by of ['member', 'partner'] as const) await newOffer(cast, by)
      return { as: cast.member }
    },
    async (cast) => {
      const { id, postId } = await newOffer(cast)
      await granted(answer(cast.partner, 'decline', id))
      await granted(makeOffer(cast.member, postId, 16))
      return { as: cast.member, query: { post_id: postId } }
    },
  ],
  makeOffer: async ({ member, partner }) => ({
    as: member,
    body: { post_id: (await newNegotiable(partner))._id, price: 15, note: 'I could come by tonight.' },
  }),
  sendMessage: async (cast) => {
    const room = await newRoom(cast)
    const media = [await pictureOf(cast.member)]
    return {
      as: cast.member,
      body: { chatroom_id: room, messageText: 'Yes', media, reply_to: await newMessage(cast.partner, room) },
    }
  },
  setOfferFloor: async ({ member }) => ({
    as: member,
    body: { post_id: (await newPost(member))._id, price: 12 },
  }),
  withdrawOffer: async (cast) => ({ as: cast.member, params: { offer_id: (await newOffer(cast)).id } }),
}
