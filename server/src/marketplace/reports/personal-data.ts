import { by, nobodys, type PersonalData, stays } from '../../platform/personal-data/personal-data.ts'
import { forgetReportsOf } from './erasure.ts'

export const personalData: PersonalData = {
  'marketplace.report': {
    of: by('reporter_id'),
    withheld: ['snapshot', 'kept_ids', 'points'],
    leaving: { by: forgetReportsOf },
  },
  'marketplace.moderation_case': {
    of: by('subject_id'),
    given: 'none',
    leaving: stays('whom reports are about, by id, with what they froze, until a year after staff decided'),
  },
  'marketplace.moderation_count': nobodys('numbers of each month'),
}
