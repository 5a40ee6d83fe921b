import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { Id, Instant, Nullable, OneOf, Text } from '../../platform/operation/schema.ts'
import { user } from '../access.ts'
import { completionsMoved } from './announcements.ts'
import { completedBy, correct, lockCorrectable } from './correcting.ts'
import { staysUntil } from './dates.ts'
import { settleEvents } from './event-queries.ts'
import { sessionCorrected } from './events.ts'
import { noSuchSession, sessionLocked, sessionOpen } from './problems.ts'
import { correctSession, recountSeconds, selectOwnSession } from './queries.ts'
import { presentSession, SessionRecord } from './shapes.ts'
import { announceShared } from './sharing.ts'
import { selectShared } from './sharing-queries.ts'

const Feeling = Type.Optional(Nullable(Text(1, 40, { example: 'calm' })))

export const correctWellnessSession = operation({
  source: 'not in the specification; added so that people can correct what they recorded wrongly',
  method: 'PATCH',
  path: '/user/wellness/{id}',
  summary: 'Correct one of your sessions of the last seven days; its date stays',
  access: user,
  params: Type.Object({ id: Id }),
  body: Type.Object({
    status: Type.Optional(OneOf(['COMPLETED', 'ABANDONED'])),
    startedAt: Type.Optional(Instant),
    endedAt: Type.Optional(Instant),
    feelingBefore: Feeling,
    feelingAfter: Feeling,
  }),
  replies: { 200: { message: 'Wellness session corrected', data: SessionRecord } },
  problems: [noSuchSession, sessionLocked, sessionOpen],

  async handle({ params: { id }, body, caller, db, clock, announce, publish }) {
    const now = clock.now()
    const userId = caller.id
    const [row, stays] = await Promise.all([
      lockCorrectable(db, { id, userId, now }),
      staysUntil(db, caller, now),
    ])
    const corrected = correct(row, body, { stays, now })
    const hasMoved = corrected.startedAt.getTime() !== row.started_at.getTime()
    const isRetimed = hasMoved || corrected.creditedSec !== row.credited_sec
    const shared = isRetimed ? await selectShared(db, id) : []
    await Promise.all([correctSession(db, id, corrected, now), settleEvents(db, id)])
    if (isRetimed) {
      await recountSeconds(db, userId, [row.started_at, corrected.startedAt])
      shared.push(...(await selectShared(db, id)))
    }
    if (row.status === 'COMPLETED' || corrected.status === 'COMPLETED')
      await announce(completionsMoved, completedBy(row))
    await announceShared({ announce }, userId, shared)
    publish(sessionCorrected, { recipientId: userId, data: { id } })
    return presentSession((await selectOwnSession(db, { id, userId, now })) ?? row)
  },
})
