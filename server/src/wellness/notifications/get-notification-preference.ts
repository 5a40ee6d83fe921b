import { operation } from '../../platform/operation/operation.ts'
import { user } from '../access.ts'
import { selectPreference } from './preference-queries.ts'
import { Preferences, presentPreferences } from './preferences.ts'

export const getNotificationPreference = operation({
  key: 'X12',
  source: 'added here: what somebody wants to be told, and how',
  method: 'GET',
  path: '/notification/preference',
  summary: 'What you want to be told, by which way, and when not',
  access: user,
  replies: { 200: { message: 'Preferences fetched successfully', data: Preferences } },

  handle: async ({ caller, db }) =>
    presentPreferences(await selectPreference(db, caller.id), caller.timezone),
})
