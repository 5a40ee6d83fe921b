import { operation } from '../../platform/operation/operation.ts'
import { user } from '../access.ts'
import { changePreference } from './preference-change.ts'
import { PreferenceChange, Preferences, presentPreferences } from './preferences.ts'

export const updateNotificationPreference = operation({
  key: 'X12',
  source: 'added here: what is left out stays as it is',
  method: 'PUT',
  path: '/notification/preference',
  summary: 'Say what you want to be told, by which way, and when not',
  access: user,
  body: PreferenceChange,
  replies: { 200: { message: 'Preferences updated successfully', data: Preferences } },

  async handle({ body, caller, db, clock }) {
    return presentPreferences(await changePreference(db, caller.id, body, clock.now()), caller.timezone)
  },
})
