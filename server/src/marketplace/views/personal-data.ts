import { nobodys, type PersonalData, passes } from '../../platform/personal-data/personal-data.ts'

export const personalData: PersonalData = {
  'marketplace.post_view': passes(
    'who looked is a keyed hash, from which nobody finds the person; ninety days',
  ),
  'marketplace.post_interest': passes('ids, nine days'),
  'marketplace.post_impression': passes(
    'who was shown it is a keyed hash, from which nobody finds the person; eight days',
  ),
  'marketplace.post_impression_day': nobodys('sums'),
  'marketplace.post_view_total': nobodys('sums'),
  'marketplace.post_view_day': nobodys('sums'),
  'marketplace.post_view_summed': nobodys('days'),
}
