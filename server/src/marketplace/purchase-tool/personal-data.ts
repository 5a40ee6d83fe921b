import { by, type PersonalData, stays, within } from '../../platform/personal-data/personal-data.ts'
import { forgetPurchases } from './erasure.ts'

const ofPurchases = within('listing_id', 'marketplace.purchase_listing', 'user_id')
const withPurchase = stays('with what was bought')

export const personalData: PersonalData = {
  'marketplace.purchase_cost': { of: ofPurchases, leaving: withPurchase },
  'marketplace.purchase_sale': { of: ofPurchases, leaving: withPurchase },
  'marketplace.purchase_event': { of: ofPurchases, leaving: withPurchase },
  'marketplace.purchase_listing': { of: by('user_id'), leaving: { by: forgetPurchases } },
  'marketplace.purchase_total': {
    of: by('user_id'),
    written: { all: 'it goes with the book that was kept before, and begins anew' },
    leaving: 'delete',
  },
}
