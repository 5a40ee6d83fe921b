import { Type } from 'typebox'
import { AgeMs, eventStreamOf } from '../../platform/events/stream.ts'
import { operation } from '../../platform/operation/operation.ts'
import { user } from '../access.ts'
import { events } from '../events.ts'

export const getStream = operation({
  source: 'not in the specification; so that a second device shows a change at once',
  method: 'GET',
  path: '/user/stream',
  summary: 'Hear of your own changes as they happen',
  access: user,
  query: Type.Object({ ageMs: Type.Optional(AgeMs) }),
  replies: {
    200: {
      stream: 'text/event-stream',
      description: 'server-sent events; Last-Event-ID resumes within 24 hours',
    },
  },

  async handle({ query, caller, request, ...reading }) {
    const { lastEventId } = request
    return eventStreamOf(reading, events, caller, { lastEventId, ageMs: query.ageMs })
  },
})
