import { operation } from '../../platform/operation/operation.ts'
import { administrator } from '../access.ts'
import { AlertBody, alertOf } from './alert-body.ts'
import { alertEnded } from './problems.ts'
import { lockAlert, upsertAlert } from './queries.ts'
import { Alert, presentAlert } from './shapes.ts'

export const adminSaveAlert = operation({
  key: 'M107',
  source: 'named in the specification; method, path, fields and reply chosen here',
  method: 'POST',
  path: '/application-alert/save',
  summary: 'Tell every app something at its start, or write anew what one is told',
  access: administrator,
  versioned: true,
  body: AlertBody,
  replies: { 200: { message: 'Alert saved successfully', data: Alert } },
  problems: [alertEnded],

  async handle({ body, caller, expectVersion, ...work }) {
    const now = work.clock.now()
    const known = body._id === undefined ? undefined : await lockAlert(work.db, body._id)
    expectVersion(known ?? { version: 0 })
    const row = await upsertAlert(work, alertOf(body, now), now)
    if (!row) throw alertEnded()
    const { title, kind, severity } = row
    work.audit(`alert/${row.id}`, { title, kind, severity })
    return presentAlert(row)
  },
})
