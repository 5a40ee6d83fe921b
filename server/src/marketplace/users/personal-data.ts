import { by, type PersonalData } from '../../platform/personal-data/personal-data.ts'
import { takePhotoOff } from './erasure.ts'

export const personalData: PersonalData = {
  'marketplace.presence': { of: by('user_id'), written: 'seen_at', leaving: 'delete' },
  'marketplace.active_day': { of: by('user_id'), written: 'day', leaving: 'delete' },
  'marketplace.name_word': { of: by('user_id'), given: 'none', leaving: 'delete' },
  'marketplace.block': { of: by('blocker_id', 'blocked_id'), given: by('blocker_id'), leaving: 'delete' },
  'marketplace.mute': { of: by('muter_id', 'muted_id'), given: by('muter_id'), leaving: 'delete' },
  // The row itself is emptied last, by `forgetUser`: chats and what staff did refer to it.
  'marketplace.users': {
    of: by('id'),
    withheld: ['password_hash'],
    written: { all: 'what somebody else had said of themselves in it is emptied then' },
    leaving: { by: takePhotoOff },
  },
}
