import { by, type PersonalData } from '../../platform/personal-data/personal-data.ts'

export const personalData: PersonalData = {
  'marketplace.device_token': { of: by('user_id'), written: 'updated_at', leaving: 'delete' },
}
