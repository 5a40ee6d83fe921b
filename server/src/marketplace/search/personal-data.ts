import { by, type PersonalData, stays } from '../../platform/personal-data/personal-data.ts'
import { isTermOf } from './queries.ts'

export const personalData: PersonalData = {
  'marketplace.search_history': { of: by('user_id'), written: 'searched_at', leaving: 'delete' },
  'marketplace.search_term': {
    of: ({ id }) => isTermOf(id),
    given: 'none',
    leaving: stays('until the next sweep, an hour after the last open listing with the word in its title'),
  },
}
