import { by, type PersonalData, stays } from '../../platform/personal-data/personal-data.ts'
import { forgetPayees } from './erasure.ts'

export const personalData: PersonalData = {
  'marketplace.payout': {
    of: by('user_id'),
    leaving: stays('the books are kept as they are; whose bank it was cannot be told any more'),
  },
  'marketplace.bank_account': { of: by('user_id'), leaving: 'delete', withheld: ['fingerprint'] },
  'marketplace.payee': { of: by('user_id'), leaving: { by: forgetPayees } },
}
