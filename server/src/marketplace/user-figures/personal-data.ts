import { by, nobodys, type PersonalData } from '../../platform/personal-data/personal-data.ts'

const counted = 'numbers of people, with nobody in them'

export const personalData: PersonalData = {
  'marketplace.figure_zone': nobodys('names of time zones'),
  'marketplace.figure_day': nobodys(counted),
  // Summed up of what is told of elsewhere.
  'marketplace.account_risk': { of: by('user_id'), given: 'none', leaving: 'delete' },
  'marketplace.figure_cohort': nobodys(counted),
}
