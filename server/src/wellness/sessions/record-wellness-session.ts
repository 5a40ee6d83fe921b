import { Type } from 'typebox'
import { minutes } from '../../platform/clock.ts'
import { ownId } from '../../platform/operation/field-access.ts'
import { operation } from '../../platform/operation/operation.ts'
import { invalidField, tokenInvalid } from '../../platform/operation/problem.ts'
import { reply } from '../../platform/operation/reply.ts'
import { Instant, Text, Verbatim } from '../../platform/operation/schema.ts'
import { user } from '../access.ts'
import { ClientHeaders, clientOf, noteSighting } from '../accounts/public.ts'
import { findItem } from '../exercises/public.ts'
import { CatalogueId } from '../ids.ts'
import { completionsMoved, sessionCompleted } from './announcements.ts'
import { checkTime, eventTime, eventType, feelingOf, fingerprintOf } from './event.ts'
import { sessionRecorded } from './events.ts'
import {
  catalogMismatch,
  mismatchAt,
  noOpenSession,
  noSuchAt,
  noSuchItem,
  noSuchUser,
  requestIdReused,
} from './problems.ts'
import {
  hasPractised,
  type Item,
  insertRequest,
  lockSessionsOf,
  selectKeptThrough,
  selectRequest,
} from './queries.ts'
import { findCandidates, itemOf, record } from './recording.ts'
import { presentSession, SessionRecord } from './shapes.ts'
import { isBehind, keepStreak } from './streak.ts'

const recentMs = minutes(5)

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
    api_key: Type.Optional(Verbatim(1, 200, { example: 'unused' })),
    ...ClientHeaders.properties,
    requestid: Type.Optional(Text(1, 128, { pattern: '^[A-Za-z0-9._:-]+$', example: '3f2a-1' })),
    occurredAt: Type.Optional(Instant),
  }),
  replies: {
    201: { message: 'Wellness session recorded successfully', data: SessionRecord },
    200: { empty: true, description: 'Known already, or an open session was ended: nothing new was made.' },
  },
  problems: [catalogMismatch, requestIdReused, noSuchItem, noSuchUser, noOpenSession],
  idempotency: 'own',

  async handle({ query, headers, caller, request, publish, ...work }) {
    const { categoryId, subCategoryId, exerciseId } = query
    const narrowest = subCategoryId ?? categoryId
    const asked = exerciseId ? { exerciseId } : narrowest ? { categoryId: narrowest } : undefined
    if (!asked) throw invalidField('query.exerciseId', 'required', 'is required where no category is given')
    const { db, clock, pipeline, announce } = work
    const now = clock.now()
    const requestId = headers.requestid ?? request.key
    const type = eventType(query.type)
    const feeling = feelingOf(query.feeling)
    const client = clientOf(headers)
    const timezone = client.timezone ?? caller.timezone
    const content = [type, categoryId, subCategoryId, exerciseId, feeling?.label, headers.occurredAt]
    const fingerprint = fingerprintOf(content)
    const at = eventTime(headers.occurredAt, requestId, now)
    const { id: userId, dayStartMinutes } = caller
    const event = { userId, dayStartMinutes, type, feeling, at, timezone, deviceId: client.deviceId }

    // One after the other in the database, in one write from here.
    const [movesGoals, known, found, candidates, keptThrough] = await Promise.all([
      lockSessionsOf(db, userId),
      requestId === undefined ? undefined : selectRequest(db, userId, requestId),
      findItem(db, { categoryId, subCategoryId, exerciseId }),
      findCandidates(db, event, asked),
      selectKeptThrough(db, userId),
    ])
    if (known && !known.fingerprint.equals(fingerprint)) throw requestIdReused()
    if (known)
      return reply({ status: 200, headers: known.session_id === null ? {} : locationOf(known.session_id) })

    // Only now: what was taken once is taken again, however old it has become.
    checkTime(at, now)
    const item =
      typeof found === 'object' ? found : itemOf(candidates, { categoryId, subCategoryId, exerciseId })
    if (!item && typeof found === 'string') throw mismatchAt(found)
    if (!item || ('isActive' in item && !item.isActive && !(await hasPractised(db, userId, item))))
      throw noSuchAt(exerciseId ? 'exerciseId' : subCategoryId ? 'subCategoryId' : 'categoryId')
    const recorded = record(work, { ...event, item }, candidates, now)
    if (!recorded) throw noOpenSession()
    const { id, made, completedOn } = recorded
    if (requestId !== undefined)
      pipeline(insertRequest(db, { userId, requestId, fingerprint, sessionId: id }, now))
    if (type === 'COMPLETE' && isBehind(keptThrough, now)) await keepStreak(db, caller, now)
    if (type === 'COMPLETE') {
      const invitedAt = caller.invitedAt?.toISOString() ?? null
      await announce(sessionCompleted, { userId, at: at.toISOString(), invitedAt })
    }
    // What is delivered late tells where the phone was then, not where it is.
    const isRecent = at.getTime() >= now.getTime() - recentMs
    if (isRecent && timezone !== caller.timezone) await noteSighting(work, { userId, client, at: now })
    if (movesGoals && completedOn)
      await announce(completionsMoved, { userId, ...itemIds(item), dates: [...completedOn] })
    publish(sessionRecorded, { recipientId: userId, data: { id, type } })
    return made
      ? reply({ status: 201, data: presentSession(made), headers: locationOf(id) })
      : reply({ status: 200, headers: locationOf(id) })
  },
})

const locationOf = (id: string) => ({ Location: `/wellness-app/api/v1/user/wellness/${id}` })

const itemIds = ({ categoryId, subCategoryId, exerciseId }: Item) => ({
  categoryId,
  subCategoryId,
  exerciseId,
})
