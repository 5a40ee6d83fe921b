import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { anyone, isStaff } from '../access.ts'
import { ShownPostId } from '../ids.ts'
import { selectDetail, wasKnown } from './detail-queries.ts'
import { homeOf } from './place.ts'
import { noSuchPost, postRemoved } from './problems.ts'
import { selectPostForEditor } from './queries.ts'
import { PostDetail, presentDetail } from './shapes.ts'

export const getPostDetail = operation({
  key: 'M28',
  source: 'named in the specification in the post group; method, path and shape chosen here',
  method: 'GET',
  path: '/post-mgt/detail/{post_id}',
  summary: 'Get one listing',
  access: anyone,
  params: Type.Object({ post_id: ShownPostId }),
  replies: { 200: { message: 'Post fetched successfully', data: PostDetail } },
  problems: [noSuchPost, postRemoved],

  async handle({ params, caller, db, clock, services }) {
    const viewer = caller?.id ?? null
    const isReaderStaff = caller !== null && isStaff(caller)
    const view = { viewer, origin: homeOf(caller), now: clock.now(), isStaff: isReaderStaff }
    const row = await selectDetail(db, params.post_id, view)
    if (!row) throw (await wasKnown(db, params.post_id, viewer)) ? postRemoved() : noSuchPost()
    const needsRow = row.is_own || row.card === null
    const post = needsRow ? await selectPostForEditor(db, params.post_id, view) : undefined
    if (needsRow && !post) throw noSuchPost()
    return presentDetail(row, post, viewer, services.settings.publicUrl)
  },
})
