import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { administrator } from '../access.ts'
import { noSuchAlert } from './problems.ts'
import { endAlert } from './queries.ts'
import { Alert, KeptAlertId, presentAlert } from './shapes.ts'

export const adminEndAlert = operation({
  source: 'not in the specification; how what apps are told at their start is taken back',
  method: 'POST',
  path: '/application-alert/end/{alert_id}',
  summary: 'End an alert at once, and for good; twice is fine',
  access: administrator,
  params: Type.Object({ alert_id: KeptAlertId }),
  replies: { 200: { message: 'Alert ended successfully', data: Alert } },
  problems: [noSuchAlert],

  async handle({ params, caller, ...work }) {
    const row = await endAlert(work, params.alert_id, work.clock.now())
    if (!row) throw noSuchAlert()
    work.audit(`alert/${row.id}`)
    return presentAlert(row)
  },
})
