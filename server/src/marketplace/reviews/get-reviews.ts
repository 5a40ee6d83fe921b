import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { anyone } from '../access.ts'
import { PersonId } from '../ids.ts'
import { selectPerson } from '../users/public.ts'
import { noSuchUser } from './problems.ts'
import { newestReviews, selectReviewsOf, selectStars, selectWords } from './queries.ts'
import { Distribution, distributionOf } from './rating.ts'
import { presentReview, ReviewRecord } from './shapes.ts'
import { CountedTags } from './tags.ts'

export const getReviews = operation({
  source: 'added here: what people who dealt with somebody say of them, as everybody sees it',
  method: 'GET',
  path: '/review-mgt/user/{user_id}',
  summary: 'List what people say of somebody they dealt with, the latest first',
  access: anyone,
  params: Type.Object({ user_id: PersonId }),
  paged: { limit: 20 },
  replies: {
    200: {
      message: 'Reviews fetched successfully',
      data: Type.Array(ReviewRecord),
      meta: Type.Object(
        { ...Distribution, tags: CountedTags },
        { description: 'of all that is visible, also where you and its author blocked each other' },
      ),
    },
  },
  problems: [noSuchUser],

  async handle({ params, caller, db, clock, page }) {
    const viewer = caller?.id ?? null
    const now = clock.now()
    const { user_id: id } = params
    const [person, counts, tags, rows] = await Promise.all([
      selectPerson(db, id, viewer),
      selectStars(db, id, now),
      selectWords(db, id, now),
      selectReviewsOf(db, id, { viewer, now, after: page.after, limit: page.limit + 1 }),
    ])
    if (!person) throw noSuchUser()
    const meta = { ...distributionOf(counts), tags }
    return page.of(rows, newestReviews.keyOf, (row) => presentReview(row, viewer, now), meta)
  },
})
