import { Type } from 'typebox'
import { AgeMs, eventStreamOf } from '../../platform/events/stream.ts'
import { operation } from '../../platform/operation/operation.ts'
import { user } from '../access.ts'
import { events } from '../events.ts'

export const getStream = operation({
  source: 'not in the specification; so that a second device shows a change at once',
  method: 'GET',
  path: '/user/stream',
  summary: 'Your own changes as they happen; Last-Event-ID brings back up to 24 hours',
  access: user,
  query: Type.Object({ ageMs: Type.Optional(AgeMs) }),
  replies: {
    200: {
      stream: 'text/event-stream',
      description:
        'Server-Sent Events: the `type` of each stands in its field `event`, its `data` as JSON in `data`. A `resync` event says that some were missed for good: load your lists anew. The stream ends with the session.',
    },
  },

  async handle({ query, caller, request, ...reading }) {
    const { lastEventId } = request
    return eventStreamOf(reading, events, caller, { lastEventId, ageMs: query.ageMs })
  },
})
