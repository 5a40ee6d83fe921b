import { Type } from 'typebox'
import { newId } from '../../platform/ids.ts'
import { operation } from '../../platform/operation/operation.ts'
import { Id, Integer, OneOf, Text } from '../../platform/operation/schema.ts'
import { anyone } from '../access.ts'
import { AppContext } from '../apps.ts'
import { takePrivateUploads, uploadNotUsable } from '../files/public.ts'
import { feedbackCategories } from './categories.ts'
import { insertFeedback } from './queries.ts'

export const createFeedback = operation({
  key: 'M141',
  source: 'named in the specification; method, path, fields and reply chosen here',
  method: 'POST',
  path: '/feedback/create',
  summary: 'Say what you think of the app; with your name where you are signed in',
  access: anyone,
  body: Type.Object({
    rating: Type.Optional(Integer(1, 5, { description: 'stars' })),
    message: Text(3, 2000, { example: 'The map is a joy.' }),
    category: OneOf(feedbackCategories, { example: 'praise' }),
    context: Type.Optional(AppContext),
    upload_ids: Type.Optional(
      Type.Array(Id, {
        maxItems: 5,
        uniqueItems: true,
        description: 'ready uploads of yours for feedback; of guests and members only',
      }),
    ),
  }),
  limit: { max: 60, strict: 5, windowSeconds: 3600 },
  replies: {
    200: { message: 'Thank you for your feedback', data: Type.Object({ feedback_id: Id }) },
  },
  problems: [uploadNotUsable],

  async handle({ body, request: { language }, caller, ...work }) {
    const { rating = null, context = {}, upload_ids: uploadIds = [], ...rest } = body
    const [id, userId] = [newId(), caller?.id ?? null]
    const feedback = { ...rest, id, rating, context, uploadIds, language, userId }
    await insertFeedback(work.db, feedback, work.clock.now())
    await takePrivateUploads(work, uploadIds, {
      ownerId: userId,
      purpose: 'feedback',
      path: 'body.upload_ids',
    })
    return { feedback_id: id }
  },
})
