import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { Id } from '../../platform/operation/schema.ts'
import { guest } from '../access.ts'
import { alertEnded, noSuchAlert, notDismissible } from './problems.ts'
import { insertAcknowledgement, selectAlert } from './queries.ts'
import { ShownAlertId } from './shapes.ts'

export const acknowledgeAlert = operation({
  source: 'not in the specification; how an alert comes among the acknowledged ones',
  method: 'POST',
  path: '/application-alert/acknowledge',
  summary: 'Put an alert away on all of your devices; twice is fine',
  access: guest,
  body: Type.Object({ alert_id: ShownAlertId }),
  replies: { 200: { message: 'Alert acknowledged successfully', data: Type.Object({ _id: Id }) } },
  problems: [noSuchAlert, alertEnded, notDismissible],

  async handle({ body, caller, db, clock }) {
    const now = clock.now()
    const alert = await selectAlert(db, body.alert_id)
    // One that is to come is nobody's business yet.
    if (!alert || alert.starts_at > now) throw noSuchAlert()
    if (alert.ended_at || (alert.ends_at && alert.ends_at <= now)) throw alertEnded()
    if (!alert.is_dismissible) throw notDismissible()
    await insertAcknowledgement(db, { userId: caller.id, alertId: alert.id }, now)
    return { _id: alert.id }
  },
})
