import { by, type PersonalData, stays, within } from '../../platform/personal-data/personal-data.ts'

const ofSearches = within('saved_search_id', 'marketplace.saved_search', 'user_id')
const withSearch = stays('with the search')

export const personalData: PersonalData = {
  'marketplace.saved_search_key': { of: ofSearches, given: 'none', leaving: withSearch },
  'marketplace.saved_search_find': { of: ofSearches, written: 'found_at', leaving: withSearch },
  'marketplace.saved_search_sent': { of: by('user_id'), given: 'none', leaving: 'delete' },
  'marketplace.saved_search': { of: by('user_id'), leaving: 'delete' },
}
