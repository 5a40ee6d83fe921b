import { sql } from 'kysely'
import { by, type PersonalData, within } from '../../platform/personal-data/personal-data.ts'
import { forgetSubjectOf } from './erasure.ts'

export const personalData: PersonalData = {
  'marketplace.post_decision': {
    of: within('post_id', 'marketplace.post', 'author_id'),
    // Nobody hears of it before it takes effect, and then it is gone.
    given: 'none',
    leaving: 'delete',
  },
  'marketplace.moderation_decision': {
    of: by('subject_id'),
    // What is for them to read, as `isAddressee` has it.
    given: ({ id }) =>
      sql<boolean>`(subject_id = ${id}::uuid and action <> 'dismiss' and status not in ('proposed', 'refused'))`,
    written: 'decided_at',
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
