import { sql } from 'kysely'
import { by, nobodys, type PersonalData, stays } from '../../platform/personal-data/personal-data.ts'

export const personalData: PersonalData = {
  'marketplace.notification_actor': { of: by('actor_id'), given: 'none', leaving: 'delete' },
  'marketplace.notification': {
    of: by('recipient_id', 'actor_id'),
    given: ({ id }) => sql<boolean>`(recipient_id = ${id}::uuid and retracted_at is null)`,
    leaving: 'delete',
  },
  'marketplace.broadcast_state': { of: by('user_id'), written: 'updated_at', leaving: 'delete' },
  'marketplace.broadcast': {
    of: by('actor_id'),
    leaving: stays('what staff told everybody, and which id did'),
  },
  'marketplace.notification_preference': { of: by('user_id'), written: 'updated_at', leaving: 'delete' },
  'marketplace.push': { of: by('user_id'), given: 'none', leaving: 'delete' },
  'marketplace.follower_news_state': { of: by('user_id'), given: 'none', leaving: 'delete' },
  'marketplace.follower_news': { of: by('author_id'), given: 'none', leaving: 'delete' },
  'marketplace.news_author': { of: by('author_id'), given: 'none', leaving: 'delete' },
  // What triggers write when the others go.
  'marketplace.unread_count': { of: by('user_id'), given: 'none', leaving: 'delete' },
  'marketplace.inbox_change': { of: by('user_id'), given: 'none', leaving: 'delete' },
  'marketplace.broadcast_version': nobodys('a number'),
}
