import { by, nobodys, type PersonalData } from '../../platform/personal-data/personal-data.ts'
import { clearCommentsOf, unlinkCommentsOf } from './queries.ts'

export const personalData: PersonalData = {
  'marketplace.comment': {
    of: by('author_id'),
    leaving: { by: ({ db, clock }, { id }, most) => clearCommentsOf(db, id, { at: clock.now(), most }) },
    anonymous: { by: ({ db }, { id }, most) => unlinkCommentsOf(db, id, most) },
  },
  'marketplace.comment_total': nobodys('numbers of comments'),
}
