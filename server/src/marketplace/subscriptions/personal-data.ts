import { by, nobodys, type PersonalData } from '../../platform/personal-data/personal-data.ts'

export const personalData: PersonalData = {
  'marketplace.quota_use': { of: by('user_id'), written: 'used_at', leaving: 'delete' },
  'marketplace.subscription_charge': { of: by('user_id'), leaving: 'delete' },
  'marketplace.subscription': {
    of: by('user_id'),
    withheld: ['device_hash', 'mail_id', 'store_event_id'],
    leaving: 'delete',
  },
  'marketplace.trial_use': nobodys('digests under a key of ours, which nobody is named beside'),
  'marketplace.plan': nobodys('what administrators offer'),
}
