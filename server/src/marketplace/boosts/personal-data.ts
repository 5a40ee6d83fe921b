import { by, nobodys, type PersonalData, stays } from '../../platform/personal-data/personal-data.ts'

export const personalData: PersonalData = {
  'marketplace.boost': {
    of: by('user_id'),
    leaving: stays('it belongs to the books, and has numbers and no words of theirs'),
  },
  'marketplace.package': nobodys('what administrators put up for sale'),
}
