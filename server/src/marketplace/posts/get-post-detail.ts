import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { Id } from '../../platform/operation/schema.ts'
import { anyone, isStaff } from '../access.ts'
import { selectComparables } from './comparable-queries.ts'
import { homeOf } from './place.ts'
import { noSuchPost, postRemoved } from './problems.ts'
import { selectPost, wasKnown } from './queries.ts'
import { PostDetail, presentDetail } from './shapes.ts'

export const getPostDetail = operation({
  key: 'M28',
  source: 'named in the specification in the post group; method, path and shape chosen here',
  method: 'GET',
  path: '/post-mgt/detail/{post_id}',
  summary: 'Get one listing',
  access: anyone,
  params: Type.Object({ post_id: Id }),
  replies: { 200: { message: 'Post fetched successfully', data: PostDetail } },
  problems: [noSuchPost, postRemoved],

  async handle({ params, caller, db, clock, services }) {
    const viewer = caller?.id ?? null
    const view = { viewer, origin: homeOf(caller), now: clock.now() }
    const row = await selectPost(db, params.post_id, { ...view, isStaff: caller !== null && isStaff(caller) })
    if (row)
      return presentDetail(row, await selectComparables(db, row, view), viewer, services.settings.publicUrl)
    throw (await wasKnown(db, params.post_id, viewer)) ? postRemoved() : noSuchPost()
  },
})
