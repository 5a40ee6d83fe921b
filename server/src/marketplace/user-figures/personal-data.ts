import { nobodys, type PersonalData } from '../../platform/personal-data/personal-data.ts'

const counted = 'numbers of people, with nobody in them'

export const personalData: PersonalData = {
  'marketplace.figure_zone': nobodys('names of time zones'),
  'marketplace.figure_day': nobodys(counted),
  'marketplace.figure_cohort': nobodys(counted),
}
