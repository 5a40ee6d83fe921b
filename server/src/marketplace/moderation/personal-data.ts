import { sql } from 'kysely'
import { by, type PersonalData, within } from '../../platform/personal-data/personal-data.ts'
import { forgetSubjectOf } from './erasure.ts'

export const personalData: PersonalData = {
  'marketplace.post_decision': {
    of: within('post_id', 'marketplace.post', 'author_id'),
    withheld: ['moderator_id'],
    leaving: 'delete',
  },
  'marketplace.moderation_decision': {
    of: by('subject_id'),
    given: ({ id, since }) =>
      sql<boolean>`(subject_id = ${id}::uuid and (${since}::timestamptz is null or decided_at > ${since}))`,
    withheld: [
      'facts',
      'decided_by',
      'settled_by',
      'undone_by',
      'appeal_settled_by',
      'resubmission_settled_by',
    ],
    leaving: { by: forgetSubjectOf },
  },
}
