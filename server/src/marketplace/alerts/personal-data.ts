import { by, nobodys, type PersonalData } from '../../platform/personal-data/personal-data.ts'

export const personalData: PersonalData = {
  'marketplace.app_alert_acknowledgement': { of: by('user_id'), leaving: 'delete' },
  'marketplace.app_alert': nobodys('written by administrators'),
}
