import { by, nobodys, type PersonalData, stays, within } from '../../platform/personal-data/personal-data.ts'
import { anonymisePostsOf, erasePostsOf } from './erasure.ts'

const ofPosts = within('post_id', 'marketplace.post', 'author_id')
const withListing = stays('with the listing')

export const personalData: PersonalData = {
  'marketplace.post': {
    of: by('author_id'),
    withheld: ['search', 'cell_fine', 'cell_middle', 'cell_coarse', 'search_bucket', 'kept_news'],
    leaving: { by: erasePostsOf },
    anonymous: { by: anonymisePostsOf },
  },
  'marketplace.post_revision': { of: ofPosts, withheld: ['editor_id'], leaving: withListing },
  'marketplace.post_review': { of: ofPosts, written: 'submitted_at', leaving: withListing },
  'marketplace.post_baseline': { of: ofPosts, given: 'none', leaving: withListing },
  'marketplace.post_card': { of: ofPosts, given: 'none', leaving: withListing },
  'marketplace.post_card_source': nobodys('ids of what changed, until cards say so'),
  'marketplace.post_kin': nobodys('ids of listings'),
  'marketplace.post_kin_price': nobodys('ids and prices of listings'),
  'marketplace.post_kin_change': nobodys('ids of categories'),
}
