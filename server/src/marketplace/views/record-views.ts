import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { invalidField } from '../../platform/operation/problem.ts'
import { Id, OneOf } from '../../platform/operation/schema.ts'
import { anyone } from '../access.ts'
import { LookedAtId } from '../ids.ts'
import { isBot, lookerAsking } from './looker.ts'
import { insertViews, selectViewCounts } from './queries.ts'
import { DeviceOfLooker, mostAtOnce, sources } from './shapes.ts'

export const recordViews = operation({
  key: 'M34',
  source: 'named in the specification in the post group; method, path, body and counting chosen here',
  method: 'POST',
  path: '/post-mgt/record-view',
  summary: 'Say which listings somebody looked at; each counts once for a person and day',
  tag: 'posts',
  access: anyone,
  // Each look counts once, however often it is told of, and counts change meanwhile.
  idempotency: 'own',
  // A phone gathers what was looked at, so that these are thousands of listings in a minute.
  limit: { max: 240, strict: 120, windowSeconds: 60 },
  body: Type.Object({
    post_id: Type.Optional(LookedAtId),
    post_ids: Type.Optional(Type.Array(LookedAtId, { minItems: 1, maxItems: mostAtOnce })),
    source: Type.Optional(OneOf(sources, { description: 'where they came upon it', example: 'feed' })),
    device_id: Type.Optional(DeviceOfLooker),
  }),
  replies: {
    200: {
      message: 'Views recorded successfully',
      data: Type.Object({
        recorded: Type.Integer({ description: 'how many of them counted now' }),
        view_count: Type.Integer({ description: 'how often these listings were looked at, all together' }),
        posts: Type.Array(
          Type.Object({ post_id: Id, recorded: Type.Boolean(), view_count: Type.Integer() }),
          { description: 'each that is there for the caller to see' },
        ),
      }),
    },
  },

  async handle({ body, caller, request, db, clock, services }) {
    const postIds = [...new Set([...(body.post_ids ?? []), ...(body.post_id ? [body.post_id] : [])])]
    if (postIds.length === 0) throw invalidField('body.post_id', 'required', 'is needed, or post_ids')
    const now = clock.now()
    const asked = { postIds, viewerId: caller?.id ?? null }
    const rows = isBot(request)
      ? await selectViewCounts(db, asked)
      : await insertViews(db, {
          ...asked,
          ...lookerAsking({ caller, request, deviceId: body.device_id, services, now }),
          source: body.source ?? 'other',
          at: now,
        })
    return {
      recorded: rows.filter((row) => row.is_new).length,
      view_count: rows.reduce((sum, row) => sum + row.views, 0),
      posts: rows.map((row) => ({ post_id: row.id, recorded: row.is_new, view_count: row.views })),
    }
  },
})
