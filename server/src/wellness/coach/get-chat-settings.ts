import { operation } from '../../platform/operation/operation.ts'
import { user } from '../access.ts'
import { AskerHeaders, askerOf } from './asker.ts'
import { settingsOf } from './settings.ts'
import { ChatSettings } from './shapes.ts'

export const getChatSettings = operation({
  source: 'not in the specification; so that people see what is kept, where it goes, and who helps',
  method: 'GET',
  path: '/user/chat-settings',
  summary: 'Read what you chose of the coach, and where people help',
  access: user,
  headers: AskerHeaders,
  replies: { 200: { message: 'Chat settings fetched successfully', data: ChatSettings } },

  async handle({ headers, caller, ...reading }) {
    return settingsOf(reading, askerOf(caller, headers))
  },
})
