import type { Arrangements } from '../../testing/arranged.ts'

/** A call that succeeds, for each operation. */
export const arrangements: Arrangements = {
  eraseChatHistory: ({ user }) => ({ as: user }),
  getChatHistory: ({ user }) => ({ as: user }),
  getChatSettings: ({ user }) => ({ as: user }),
  sendChatMessage: ({ user }) => ({ as: user, body: { message: 'I am stressed.' } }),
  updateChatSettings: ({ user }) => ({ as: user, body: { retentionDays: 90 } }),
}
