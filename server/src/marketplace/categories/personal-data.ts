import { nobodys, type PersonalData } from '../../platform/personal-data/personal-data.ts'

export const personalData: PersonalData = {
  'marketplace.category': nobodys('written by administrators'),
  'marketplace.make_model': nobodys('written by administrators'),
}
