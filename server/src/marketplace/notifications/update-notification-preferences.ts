import { operation } from '../../platform/operation/operation.ts'
import { invalidField } from '../../platform/operation/problem.ts'
import { guest } from '../access.ts'
import { changePreference } from './preference-change.ts'
import { checkMutable, PreferenceChange, Preferences, presentPreferences } from './preferences.ts'
import { tellChanged } from './public.ts'

export const updateNotificationPreferences = operation({
  source: 'added here: what is left out stays as it is',
  method: 'PUT',
  path: '/notification-mgt/preferences',
  summary: 'Say what you want to be told, on which way, and when not',
  access: guest,
  body: PreferenceChange,
  replies: { 200: { message: 'Preferences updated successfully', data: Preferences } },

  async handle({ body, caller, ...work }) {
    const { db, clock } = work
    checkMutable(body)
    if (body.digest?.frequency && body.digest.frequency !== 'off' && !caller.isVerified)
      throw invalidField(
        'body.digest.frequency',
        'verified',
        'needs an e-mail address that you have verified',
      )
    const { before, row } = await changePreference(db, caller, body, clock.now())
    if (String(row.muted) !== String(before.muted)) tellChanged(work, [caller.id])
    return presentPreferences(row, caller.timezone)
  },
})
