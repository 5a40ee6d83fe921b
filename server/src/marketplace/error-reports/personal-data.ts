import { nobodys, type PersonalData } from '../../platform/personal-data/personal-data.ts'

export const personalData: PersonalData = {
  'marketplace.error_group': nobodys('scrubbed of what tells of people; who sent it is not kept'),
  'marketplace.error_report': nobodys('scrubbed of what tells of people; who sent it is not kept'),
}
