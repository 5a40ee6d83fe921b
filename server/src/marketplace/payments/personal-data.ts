import { by, type PersonalData, stays, within } from '../../platform/personal-data/personal-data.ts'
import { forgetCustomers } from './erasure.ts'

const ofCustomers = within('customer_id', 'marketplace.payment_customer', 'user_id')
const ofPayments = within('payment_id', 'marketplace.payment', 'user_id')
const books = stays('the books are kept as they are; whose payment it was cannot be told any more')
const atProvider = ['provider_customer_id', 'provider_card_id', 'action_secret'] as const

export const personalData: PersonalData = {
  'marketplace.setup_intent': { of: ofCustomers, leaving: 'delete' },
  'marketplace.payment_method': { of: ofCustomers, withheld: ['fingerprint'], leaving: 'delete' },
  'marketplace.hosted_notice': { of: ofPayments, leaving: books },
  'marketplace.payment_dispute': { of: ofPayments, leaving: books },
  'marketplace.refund': { of: ofPayments, withheld: ['key'], leaving: books },
  'marketplace.payment': { of: by('user_id'), withheld: atProvider, leaving: books },
  'marketplace.payment_customer': { of: by('user_id'), leaving: { by: forgetCustomers } },
}
