import { sql } from 'kysely'
import { addressedTo, by, type PersonalData } from '../../platform/personal-data/personal-data.ts'

const bySender = by('user_id')
const byAddress = addressedTo('email')

export const personalData: PersonalData = {
  // Who wrote without signing in proved nothing; what they wrote goes with the address, and is given to nobody.
  'marketplace.contact_message': {
    of: (owner) => sql`(${bySender(owner)} or ${byAddress(owner)})`,
    given: bySender,
    leaving: 'delete',
  },
  'marketplace.feedback': { of: bySender, leaving: 'delete' },
}
