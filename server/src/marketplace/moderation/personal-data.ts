import { by, type PersonalData, stays, within } from '../../platform/personal-data/personal-data.ts'

export const personalData: PersonalData = {
  'marketplace.post_decision': {
    of: within('post_id', 'marketplace.post', 'author_id'),
    withheld: ['moderator_id'],
    leaving: 'delete',
  },
  'marketplace.moderation_decision': {
    of: by('subject_id'),
    withheld: [
      'facts',
      'decided_by',
      'settled_by',
      'undone_by',
      'appeal_settled_by',
      'resubmission_settled_by',
    ],
    leaving: stays('what was decided about whom and why, by id'),
  },
}
