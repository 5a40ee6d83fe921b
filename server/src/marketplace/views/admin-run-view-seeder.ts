import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { OneOf } from '../../platform/operation/schema.ts'
import { administrator } from '../access.ts'
import { MeasuredPostId } from '../ids.ts'
import { noSuchPost } from '../posts/public.ts'
import { hasFigures } from './figures-queries.ts'
import { seedViews } from './jobs.ts'
import { seedingDisabled } from './problems.ts'

export const adminRunViewSeeder = operation({
  key: 'M88',
  source: 'named in the specification; method, path, modes and reply chosen here',
  method: 'POST',
  path: '/view-seeder/run',
  summary: 'Count the views of listings anew, or make some up for a demonstration',
  tag: 'posts',
  access: administrator,
  body: Type.Object({
    mode: Type.Optional(
      OneOf(['rebuild', 'demo'], {
        default: 'rebuild',
        description: 'made-up views are in no ranking and in no figures of sellers',
      }),
    ),
    post_id: Type.Optional(MeasuredPostId),
  }),
  replies: {
    200: {
      message: 'View seeder queued successfully',
      data: Type.Object({ queued: Type.Boolean(), mode: OneOf(['rebuild', 'demo']) }),
    },
  },
  problems: [noSuchPost, seedingDisabled],

  async handle({ body, ...work }) {
    const { db, clock, services } = work
    const { mode = 'rebuild', post_id: postId } = body
    if (mode === 'demo' && !services.settings.seedsViews) throw seedingDisabled()
    if (postId !== undefined && !(await hasFigures(db, { postId, authorId: null }))) throw noSuchPost()
    const day = clock.now().toISOString().slice(0, 10)
    await work.enqueue(seedViews, { mode, day, ...(postId === undefined ? {} : { postId }) })
    work.audit(postId === undefined ? 'views' : `post/${postId}`, { mode })
    return { queued: true, mode }
  },
})
