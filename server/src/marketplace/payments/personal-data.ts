import { by, type PersonalData, within } from '../../platform/personal-data/personal-data.ts'
import { forgetCustomers } from './forgetting.ts'

export const personalData: PersonalData = {
  'marketplace.setup_intent': {
    of: within('customer_id', 'marketplace.payment_customer', 'user_id'),
    leaving: 'delete',
  },
  'marketplace.payment_customer': { of: by('user_id'), leaving: { by: forgetCustomers } },
}
