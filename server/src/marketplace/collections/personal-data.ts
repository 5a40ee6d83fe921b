import { by, type PersonalData } from '../../platform/personal-data/personal-data.ts'
import { forgetFavourites } from './erasure.ts'

export const personalData: PersonalData = {
  'marketplace.collection_item': { of: by('user_id'), leaving: 'delete' },
  'marketplace.favourite': { of: by('user_id'), leaving: { by: forgetFavourites } },
  'marketplace.collection': { of: by('user_id'), leaving: 'delete' },
}
