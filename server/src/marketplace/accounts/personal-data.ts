import { by, type PersonalData } from '../../platform/personal-data/personal-data.ts'

export const personalData: PersonalData = {
  'marketplace.consent': { of: by('user_id'), withheld: ['ip_hash'], leaving: 'delete' },
  'marketplace.guest': { of: by('user_id'), given: 'none', leaving: 'delete' },
  'marketplace.identity': {
    of: by('user_id'),
    written: { all: 'what was linked before is unlinked then' },
    leaving: 'delete',
  },
}
