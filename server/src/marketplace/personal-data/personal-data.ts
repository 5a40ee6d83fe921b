import { by, type PersonalData } from '../../platform/personal-data/personal-data.ts'
import { endExportsOf } from './queries.ts'

export const personalData: PersonalData = {
  'marketplace.personal_export': {
    of: by('user_id'),
    // Its file goes with it, by the sweep.
    leaving: { by: ({ db }, { id }, most) => endExportsOf(db, id, most) },
  },
}
