import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { isStaff, member } from '../access.ts'
import { KeptPostId } from '../ids.ts'
import { noSuchPost } from './problems.ts'
import { isOpenToEditor } from './queries.ts'
import { newestRevision, selectRevisions } from './revision-queries.ts'
import { PostRevision, presentRevision } from './shapes.ts'

export const getPostHistory = operation({
  source: 'not in the specification; the history of changes that the post group keeps',
  method: 'GET',
  path: '/post-mgt/history/{post_id}',
  summary: 'See what was changed of your listing since it was published, or of anybody’s as a moderator',
  access: member,
  params: Type.Object({ post_id: KeptPostId }),
  paged: { limit: 20 },
  replies: { 200: { message: 'Post history fetched successfully', data: Type.Array(PostRevision) } },
  problems: [noSuchPost],

  async handle({ params, caller, db, services, page }) {
    const reader = { id: caller.id, isStaff: isStaff(caller) }
    if (!(await isOpenToEditor(db, params.post_id, reader))) throw noSuchPost()
    const rows = await selectRevisions(db, params.post_id, { after: page.after, limit: page.limit + 1 })
    return page.of(rows, newestRevision.keyOf, (row) => presentRevision(row, services.settings.publicUrl))
  },
})
