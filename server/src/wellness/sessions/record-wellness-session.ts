import { Type } from 'typebox'
import { ownId } from '../../platform/operation/field-access.ts'
import { operation } from '../../platform/operation/operation.ts'
import { tokenInvalid } from '../../platform/operation/problem.ts'
import { reply } from '../../platform/operation/reply.ts'
import { Instant, Text, Verbatim } from '../../platform/operation/schema.ts'
import { user } from '../access.ts'
import { ClientHeaders, clientOf } from '../accounts/public.ts'
import { CatalogueId } from '../ids.ts'
import { catalogMismatch, noOpenSession, noSuchItem, noSuchUser, requestIdReused } from './problems.ts'
import { recordEvent } from './record-event.ts'
import { presentSession, SessionRecord } from './shapes.ts'

const location = { Location: 'of the session' }

export const recordWellnessSession = operation({
  key: 'U20',
  source:
    'method, path, parameter names and statuses shown in the specification, 4.2; values, bodies and rules chosen here',
  method: 'POST',
  path: '/user/wellness',
  summary: 'Record the start, the end or the abandoning of a session, or a whole session afterwards',
  access: user,
  // The specification knows 401 here and no 403.
  wrongCaller: tokenInvalid,
  query: Type.Object({
    userId: Type.Optional(ownId({ refusal: noSuchUser })),
    categoryId: Type.Optional(CatalogueId),
    subCategoryId: Type.Optional(CatalogueId),
    exerciseId: Type.Optional(CatalogueId),
    feeling: Type.Optional(
      Text(1, 40, { description: '1 (very unpleasant) to 7, or a word for it', example: 'calm' }),
    ),
    type: Type.Optional(
      Text(1, 20, { description: 'START, COMPLETE (the default) or ABANDON', example: 'COMPLETE' }),
    ),
  }),
  headers: Type.Object({
    api_key: Type.Optional(Verbatim(1, 200, { description: 'taken, and not looked at', example: 'unused' })),
    ...ClientHeaders.properties,
    requestid: Type.Optional(
      Text(1, 128, {
        pattern: '^[A-Za-z0-9._:-]+$',
        description:
          'names the event: told again under the same it is answered with 200 and recorded once; another event under it is refused. `Idempotency-Key` does the same',
        example: '3f2a-1',
      }),
    ),
    occurredAt: Type.Optional({
      ...Instant,
      description: 'when it happened, of what is told later; at most seven days ago. Now unless given',
    }),
  }),
  replies: {
    201: { message: 'Wellness session recorded successfully', data: SessionRecord, headers: location },
    200: {
      empty: true,
      description: 'Known already, or an open session was ended: nothing new was made.',
      headers: location,
    },
  },
  problems: [catalogMismatch, requestIdReused, noSuchItem, noSuchUser, noOpenSession],
  idempotency: 'own',

  async handle({ query, headers, caller, request, ...work }) {
    const { occurredAt, requestid: requestId = request.key } = headers
    const said = { ...query, requestId, occurredAt, client: clientOf(headers) }
    const { id, made, isWaiting } = await recordEvent(work, caller, said)
    // It is returned, since what was told is kept: the start may still come.
    if (isWaiting) return noOpenSession()
    const at = id === null ? {} : locationOf(id)
    return made
      ? reply({ status: 201, data: presentSession(made), headers: at })
      : reply({ status: 200, headers: at })
  },
})

const locationOf = (id: string) => ({ Location: `/wellness-app/api/v1/user/wellness/${id}` })
