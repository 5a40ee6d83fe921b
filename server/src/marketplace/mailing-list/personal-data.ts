import { sql } from 'kysely'
import { addressDigest } from '../../platform/mail/address-links.ts'
import { nobodys, type Owner, type PersonalData } from '../../platform/personal-data/personal-data.ts'
import { suppressSome } from './queries.ts'

const digestsOf = ({ proved }: Owner): Buffer[] => proved.map(addressDigest)
const isOf = (owner: Owner) => sql<boolean>`address_digest = any(${digestsOf(owner)}::bytea[])`

export const personalData: PersonalData = {
  'marketplace.mailing_question': {
    of: isOf,
    withheld: ['token_digest', 'address_digest'],
    written: { none: 'when it was asked is not kept, and it is over within days' },
    leaving: 'delete',
  },
  // The digest stays, so that the choice outlives the account.
  'marketplace.mailing_subscription': {
    of: isOf,
    withheld: ['address_digest'],
    leaving: { by: ({ db, clock }, owner) => suppressSome(db, digestsOf(owner), clock.now()) },
  },
  'marketplace.mailing_count': nobodys('sums'),
}
