import { by, type PersonalData } from '../../platform/personal-data/personal-data.ts'

export const personalData: PersonalData = {
  'marketplace.invite_use': { of: by('user_id'), leaving: 'delete' },
  'marketplace.invite': { of: by('user_id'), leaving: 'delete' },
}
