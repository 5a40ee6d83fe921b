import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { administrator } from '../access.ts'
import { newestAlerts, selectAlerts } from './queries.ts'
import { Alert, presentAlert } from './shapes.ts'

export const adminGetAlerts = operation({
  source: 'not in the specification; where administrators see what apps are told, were told and will be',
  method: 'GET',
  path: '/application-alert/get',
  summary: 'List the alerts, newest first, those that have ended among them',
  access: administrator,
  paged: { limit: 20 },
  replies: { 200: { message: 'Alerts fetched successfully', data: Type.Array(Alert) } },

  async handle({ db, page }) {
    const rows = await selectAlerts(db, { after: page.after, limit: page.limit + 1 })
    return page.of(rows, newestAlerts.keyOf, presentAlert)
  },
})
