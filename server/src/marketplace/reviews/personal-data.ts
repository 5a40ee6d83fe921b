import { sql } from 'kysely'
import { by, type PersonalData, stays } from '../../platform/personal-data/personal-data.ts'
import { deleteReviewsOf } from './queries.ts'

export const personalData: PersonalData = {
  'marketplace.review': {
    of: by('author_id', 'subject_id'),
    // Not what nobody but its author sees yet.
    given: ({ id }) =>
      sql<boolean>`(author_id = ${id}::uuid or (subject_id = ${id}::uuid and standing = 'counted'))`,
    withheld: ['standing', 'told_at'],
    leaving: { by: ({ db }, { id }, most) => deleteReviewsOf(db, id, { most, isReceivedOnly: false }) },
    anonymous: { by: ({ db }, { id }, most) => deleteReviewsOf(db, id, { most, isReceivedOnly: true }) },
  },
  // After the reviews, which are taken out of it one by one.
  'marketplace.review_total': { of: by('subject_id'), given: 'none', leaving: 'delete' },
  'marketplace.deal': {
    of: by('buyer_id', 'seller_id'),
    written: 'completed_at',
    leaving: stays('it belongs to both, and nobody’s words are in it'),
  },
}
