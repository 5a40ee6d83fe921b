import { by, type PersonalData } from '../../platform/personal-data/personal-data.ts'

export const personalData: PersonalData = {
  'marketplace.follow': { of: by('follower_id', 'followee_id'), leaving: 'delete' },
  'marketplace.follow_count': { of: by('user_id'), given: 'none', leaving: 'delete' },
}
