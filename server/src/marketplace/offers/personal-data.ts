import { by, type PersonalData, stays, within } from '../../platform/personal-data/personal-data.ts'

export const personalData: PersonalData = {
  'marketplace.offer': {
    of: by('buyer_id', 'seller_id'),
    leaving: stays(
      'ids and a price, which go with the chat once both have left; the words are in its messages',
    ),
  },
  'marketplace.offer_floor': {
    of: within('post_id', 'marketplace.post', 'author_id'),
    written: 'updated_at',
    leaving: 'delete',
  },
}
