import { by, type PersonalData, within } from '../../platform/personal-data/personal-data.ts'
import { forgetSubjectOf } from './erasure.ts'

export const personalData: PersonalData = {
  'marketplace.post_decision': {
    of: within('post_id', 'marketplace.post', 'author_id'),
    withheld: ['moderator_id'],
    written: 'decided_at',
    leaving: 'delete',
  },
  'marketplace.moderation_decision': {
    of: by('subject_id'),
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
