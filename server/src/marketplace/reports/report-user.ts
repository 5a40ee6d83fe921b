import { Type } from 'typebox'
import { uploadsAt } from '../../platform/media/uploads.ts'
import { operation } from '../../platform/operation/operation.ts'
import { member } from '../access.ts'
import { uploadNotUsable } from '../files/public.ts'
import { BlockedId } from '../ids.ts'
import { findPerson, selectUser } from '../users/public.ts'
import { cannotReportOwn, noSuchUser } from './problems.ts'
import { receive, repeated } from './receive.ts'
import { complaintOfPeople, OpenReport, reportLimit } from './shapes.ts'
import { nothing } from './snapshot.ts'

export const reportUser = operation({
  source: 'added here: what M43 does, of a person',
  method: 'POST',
  path: '/usr-mgt/report-user',
  summary: 'Report a person to those who look after the place; they never learn who did',
  tag: 'users',
  access: member,
  body: Type.Object({ user_id: BlockedId, ...complaintOfPeople }),
  replies: { 200: { message: 'Person reported successfully', data: OpenReport } },
  problems: [noSuchUser, cannotReportOwn, uploadNotUsable],
  limit: { ...reportLimit },

  async handle({ body, caller, ...work }) {
    const { user_id: targetId, reason, details, evidence } = body
    if (targetId === caller.id) throw cannotReportOwn()
    const before = await repeated(work, caller.id, { model: 'user', targetId })
    if (before) return before
    const found = await findPerson(work.db, targetId)
    // Of a guest there is nothing to see, and a case would keep them from going when nobody comes any more.
    const person = found?.kind === 'guest' ? undefined : found && (await selectUser(work.db, targetId))
    if (!person) throw noSuchUser()
    const photo = person.profile_photo_url === null ? [] : [person.profile_photo_url]
    return receive(work, {
      reporterId: caller.id,
      target: { model: 'user', targetId, subjectId: targetId },
      reason,
      details,
      evidence,
      snapshot: {
        ...nothing,
        title: person.name,
        text: person.bio,
        photo_ids: uploadsAt(photo, work.publicUrl),
      },
    })
  },
})
