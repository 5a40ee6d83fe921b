import { nobodys, type PersonalData, stays, within } from '../../platform/personal-data/personal-data.ts'

export const personalData: PersonalData = {
  'marketplace.promotion': {
    of: within('post_id', 'marketplace.post', 'author_id'),
    given: 'none',
    leaving: stays('until the listing is purged, which is done when its author leaves'),
  },
  'marketplace.promotion_total': nobodys(
    'how often something was shown, under an id that tells nobody whose it was',
  ),
}
