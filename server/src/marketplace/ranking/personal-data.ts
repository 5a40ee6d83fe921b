import { nobodys, type PersonalData } from '../../platform/personal-data/personal-data.ts'

export const personalData: PersonalData = {
  'marketplace.rank_snapshot': nobodys('times'),
  'marketplace.post_rank': nobodys('ids and scores of listings'),
  'marketplace.category_rank': nobodys('sums'),
  'marketplace.post_view_window': nobodys('sums'),
  'marketplace.rank_progress': nobodys('times'),
}
