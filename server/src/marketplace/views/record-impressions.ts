import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { anyone } from '../access.ts'
import { LookedAtId } from '../ids.ts'
import { insertImpressions } from './impression-queries.ts'
import { isBot, lookerAsking } from './looker.ts'
import { DeviceOfLooker, mostAtOnce } from './shapes.ts'

export const recordImpressions = operation({
  source: 'added here: the first figure of the funnel that the design asks for in M35',
  method: 'POST',
  path: '/post-mgt/record-impressions',
  summary: 'Say which listings somebody was shown in lists; each counts once for a person and day',
  tag: 'posts',
  access: anyone,
  // Lists are scrolled through: a phone gathers what was on its screen.
  limit: { max: 240, strict: 120, windowSeconds: 60 },
  body: Type.Object({
    post_ids: Type.Array(LookedAtId, { minItems: 1, maxItems: mostAtOnce }),
    device_id: Type.Optional(DeviceOfLooker),
  }),
  replies: {
    200: {
      message: 'Impressions recorded successfully',
      data: Type.Object({ recorded: Type.Integer({ description: 'how many of them counted now' }) }),
    },
  },

  async handle({ body, caller, request, db, clock, services }) {
    if (isBot(request)) return { recorded: 0 }
    const now = clock.now()
    const { viewer } = lookerAsking({ caller, request, deviceId: body.device_id, services, now })
    const asked = { postIds: [...new Set(body.post_ids)], viewerId: caller?.id ?? null }
    return { recorded: await insertImpressions(db, { ...asked, viewer, at: now }) }
  },
})
