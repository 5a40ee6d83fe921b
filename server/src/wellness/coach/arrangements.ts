import type { Arrangements } from '../../testing/arranged.ts'
import { call, granted, type TestPerson } from '../../testing/kit.ts'
import { wellnessBase } from '../../testing/wellness.ts'

async function newConversation(as: TestPerson): Promise<string> {
  const body = { message: 'I am stressed.', isNew: true }
  const answer = await granted(call('POST', `${wellnessBase}/user/chat`, { as, body }))
  return answer.body.data.conversationId
}

/** A call that succeeds, for each operation. */
export const arrangements: Arrangements = {
  adminGetCoachCounts: ({ wellnessAdministrator: as }) => ({
    as,
    query: { from: '2026-01-01', to: '2099-12-31' },
  }),
  eraseChatHistory: async ({ user }) => ({
    as: user,
    query: { conversationId: await newConversation(user) },
  }),
  getChatHistory: [
    ({ user }) => ({ as: user }),
    async ({ user }) => ({ as: user, query: { conversationId: await newConversation(user) } }),
  ],
  getChatSettings: ({ user }) => ({ as: user }),
  sendChatMessage: [
    ({ user }) => ({ as: user, body: { message: 'I am stressed.' } }),
    async ({ user }) => ({
      as: user,
      body: { message: 'And now?', conversationId: await newConversation(user) },
    }),
  ],
  updateChatSettings: ({ user }) => ({ as: user, body: { retentionDays: 90 } }),
}
