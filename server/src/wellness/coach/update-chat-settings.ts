import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { Text } from '../../platform/operation/schema.ts'
import { user } from '../access.ts'
import { AskerHeaders, askerOf } from './asker.ts'
import { versionOf } from './model.ts'
import { modelChanged } from './problems.ts'
import { agree, lockPerson, updateRetention, withdraw } from './queries.ts'
import { settingsOf } from './settings.ts'
import { ChatSettings, Retention } from './shapes.ts'

export const updateChatSettings = operation({
  source:
    'not in the specification; so that people choose how long is kept, and whether their words may go elsewhere',
  method: 'PATCH',
  path: '/user/chat-settings',
  summary: 'Choose how long the coach keeps messages, and whether a language model may answer',
  access: user,
  headers: AskerHeaders,
  body: Type.Object(
    {
      retentionDays: Type.Optional(Retention),
      model: Type.Optional(
        Type.Object({
          isAgreed: Type.Boolean(),
          version: Text(1, 300, {
            description: 'of the settings, as it was shown',
            example: '1 api.example.com',
          }),
        }),
      ),
    },
    { title: 'CoachSettingsDto' },
  ),
  replies: { 200: { message: 'Chat settings saved', data: ChatSettings } },
  problems: [modelChanged],

  async handle({ body, headers, caller, ...work }) {
    const { db, clock, services } = work
    const now = clock.now()
    const { retentionDays, model } = body
    // Two devices choose one after the other.
    await lockPerson(db, caller.id, now)
    if (retentionDays !== undefined) await updateRetention(db, { userId: caller.id, retentionDays, now })
    if (model?.isAgreed === false) await withdraw(db, caller.id, now)
    if (model?.isAgreed) {
      if (model.version !== versionOf(services)) throw modelChanged()
      await agree(db, caller.id, model.version, now)
    }
    return settingsOf(work, askerOf(caller, headers))
  },
})
