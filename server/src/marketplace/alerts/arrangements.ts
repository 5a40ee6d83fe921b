import { newId } from '../../platform/ids.ts'
import type { Arrangements } from '../../testing/arranged.ts'
import type { Cast } from '../../testing/cast.ts'
import { call, granted } from '../../testing/kit.ts'
import { word } from '../../testing/posts.ts'

const alert = () => ({
  title: `News ${word()}`,
  message: `There is something new: ${word()}.`,
  severity: 'info',
  kind: 'info',
  platforms: ['web'],
  min_version: '1.0.0',
})

async function newAlert({ administrator: as }: Cast): Promise<string> {
  const { body } = await granted(call('POST', '/api/v1/application-alert/save', { as, body: alert() }))
  return body.data._id
}

/** A call that succeeds, for each operation. */
export const arrangements: Arrangements = {
  acknowledgeAlert: async (cast) => ({ as: cast.member, body: { alert_id: await newAlert(cast) } }),
  adminEndAlert: async (cast) => ({ as: cast.administrator, params: { alert_id: await newAlert(cast) } }),
  adminGetAlerts: async (cast) => {
    for (const _ of [1, 2]) await newAlert(cast)
    return { as: cast.administrator }
  },
  adminSaveAlert: [
    ({ administrator }) => ({ as: administrator, body: { ...alert(), _id: newId() } }),
    async (cast) => ({
      as: cast.administrator,
      body: {
        _id: await newAlert(cast),
        title: 'Please update',
        message: 'This version is too old.',
        severity: 'critical',
        kind: 'force_update',
        platforms: ['android'],
        min_version: '0.9.0-beta.2',
      },
    }),
  ],
  getAlertStatus: ({ member }) => ({ as: member, query: { platform: 'web', app_version: '2.4.1' } }),
}
