import { operation } from '../../platform/operation/operation.ts'
import { guest } from '../access.ts'
import { selectPreference } from './preference-queries.ts'
import { Preferences, presentPreferences } from './preferences.ts'

export const getNotificationPreferences = operation({
  source: 'added here: what somebody wants to be told, and how',
  method: 'GET',
  path: '/notification-mgt/preferences',
  summary: 'What you want to be told, on which way, and when not',
  access: guest,
  replies: { 200: { message: 'Preferences fetched successfully', data: Preferences } },

  handle: async ({ caller, db }) =>
    presentPreferences(await selectPreference(db, caller.id), caller.timezone),
})
