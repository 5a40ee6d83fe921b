import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { administrator } from '../access.ts'
import { newestMessages, selectContactMessages } from './queries.ts'
import { ContactMessage, presentContactMessage } from './shapes.ts'

export const adminGetContactMessages = operation({
  source: 'not in the specification; where messages to support are read',
  method: 'GET',
  path: '/usr-mgt/contact-messages',
  summary: 'List what people wrote to support, newest first',
  access: administrator,
  paged: { limit: 20 },
  replies: { 200: { message: 'Messages fetched successfully', data: Type.Array(ContactMessage) } },

  async handle({ db, page }) {
    const rows = await selectContactMessages(db, { after: page.after, limit: page.limit + 1 })
    return page.of(rows, newestMessages.keyOf, presentContactMessage)
  },
})
