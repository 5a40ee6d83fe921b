import type { Arrangements } from '../../testing/arranged.ts'
import { newMessage, newRequest, newRoom } from '../../testing/marketplace-rows.ts'
import { newPost } from '../../testing/posts.ts'

/** A call that succeeds, for each operation. */
export const arrangements: Arrangements = {
  answerPolicyRequest: async (cast) => ({
    as: cast.member,
    params: { chatroom_id: (await newRequest(cast)).roomId },
    body: { decision: 'accept' },
  }),
  createChatroom: async ({ member, partner }) => ({
    as: member,
    body: { user_id: partner.id, product_id: (await newPost(partner))._id },
  }),
  deleteMessage: async (cast) => ({
    as: cast.member,
    params: { message_id: await newMessage(cast.member, await newRoom(cast)) },
  }),
  getChatRooms: ({ member }) => ({ as: member }),
  getChatroomBlockStatus: async (cast) => ({ as: cast.member, params: { chatroom_id: await newRoom(cast) } }),
  getPolicyRequests: async (cast) => {
    for (let request = 1; request <= 2; request += 1) await newRequest(cast)
    return { as: cast.member }
  },
  getMessages: async (cast) => {
    const room = await newRoom(cast)
    for (const as of [cast.partner, cast.member]) await newMessage(as, room)
    return { as: cast.member, body: { chatroom_id: room } }
  },
  sendMessageNotification: async (cast) => ({
    as: cast.member,
    body: { message_id: await newMessage(cast.member, await newRoom(cast)) },
  }),
  updateBlockStatus: async (cast) => ({
    as: cast.member,
    body: { chatroom_id: await newRoom(cast), is_blocked: false },
  }),
}
