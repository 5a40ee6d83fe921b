import { by, type PersonalData } from '../../platform/personal-data/personal-data.ts'

export const personalData: PersonalData = {
  'marketplace.badge': { of: by('user_id'), written: 'claimed_at', leaving: 'delete' },
}
