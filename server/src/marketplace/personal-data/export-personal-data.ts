import { Type } from 'typebox'
import { tooManyAttempts } from '../../platform/identity/problems.ts'
import { newId } from '../../platform/ids.ts'
import { operation } from '../../platform/operation/operation.ts'
import { member } from '../access.ts'
import { reauthRequired } from '../accounts/public.ts'
import { prepareExport } from './jobs.ts'
import { proofFields, refuseUnproved } from './proof.ts'
import { insertExport, selectNewestExport } from './queries.ts'
import { PersonalExport, presentExport } from './shapes.ts'

export const exportPersonalData = operation({
  source: 'not in the specification; added so that people can take with them what is theirs',
  method: 'POST',
  path: '/usr-mgt/export',
  summary:
    'Have a copy made of everything that is kept of you; one at a time. A notice tells when it is ready',
  tag: 'users',
  access: member,
  limit: { max: 20, strict: 3, windowSeconds: 86_400 },
  body: Type.Object(proofFields),
  replies: { 200: { message: 'Export started successfully', data: PersonalExport } },
  problems: [reauthRequired, tooManyAttempts],
  credentials: { realm: 'marketplace', hashesPassword: true },

  async handle({ body, caller, request, ...work }) {
    const { db, clock, enqueue } = work
    const refusal = await refuseUnproved(work, { ...body, caller, request })
    if (refusal) return refusal
    const begun = await insertExport(db, { id: newId(), userId: caller.id, at: clock.now() })
    if (begun) await enqueue(prepareExport, { exportId: begun.id })
    const row = begun ?? (await selectNewestExport(db, caller.id, clock.now()))
    if (!row) throw new Error('a copy that stood in the way is gone')
    return presentExport(row, null)
  },
})
