import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { reply } from '../../platform/operation/reply.ts'
import { Id, Nullable, Shown } from '../../platform/operation/schema.ts'
import { user } from '../access.ts'
import { existingKeyOf } from '../personal-keys/public.ts'
import { AskerHeaders, askerOf } from './asker.ts'
import { mostConversations } from './limits.ts'
import { noSuchConversation } from './problems.ts'
import { isOwnConversation, newestMessage, selectConversations, selectMessages } from './queries.ts'
import {
  ChatMessage,
  Conversation,
  Disclosure,
  disclosureIn,
  openContent,
  presentConversation,
  presentMessage,
} from './shapes.ts'

const History = Type.Object(
  {
    conversations: Type.Array(Conversation),
    items: Type.Array(ChatMessage, { description: 'newest first' }),
    nextCursor: Nullable(Shown('WyIyMDI2LTA2LTAxIl0.c2ln')),
    disclosure: Disclosure,
  },
  { title: 'CoachHistory' },
)

export const getChatHistory = operation({
  key: 'U27',
  source: 'named in the specification with GET; path, filters and shape chosen here',
  method: 'GET',
  path: '/user/chat-history',
  summary: 'Read what you and the coach wrote, newest first',
  access: user,
  query: Type.Object({ conversationId: Type.Optional(Id) }),
  headers: AskerHeaders,
  paged: { limit: 30 },
  replies: { 200: { message: 'Chat history fetched successfully', data: History } },
  problems: [noSuchConversation],

  async handle({ query, headers, caller, db, clock, services, page }) {
    const now = clock.now()
    const { language } = askerOf(caller, headers)
    const { id: userId } = caller
    const { conversationId = null } = query
    const [isOwn, key, rows, conversations] = await Promise.all([
      conversationId === null || isOwnConversation(db, { userId, id: conversationId, now }),
      existingKeyOf({ db, services }, userId),
      selectMessages(db, { userId, conversationId, now, after: page.after, limit: page.limit + 1 }),
      selectConversations(db, { userId, now, most: mostConversations }),
    ])
    if (!isOwn) throw noSuchConversation()
    const { data, meta } = page.of(rows, newestMessage.keyOf, (row) => {
      const content = openContent(key, row)
      return content && presentMessage(row, content, { settings: services.settings, language })
    })
    return reply({
      data: {
        conversations: conversations.map((row) => presentConversation(row, key)),
        // What no key opens any more is as good as gone.
        items: data.filter((item) => item !== undefined),
        nextCursor: meta.nextCursor,
        disclosure: disclosureIn(language),
      },
      meta,
    })
  },
})
