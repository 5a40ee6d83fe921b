import { sql } from 'kysely'
import { by, type PersonalData, stays } from '../../platform/personal-data/personal-data.ts'
import { forgetRooms } from './erasure.ts'

const ofTheOther = stays('the other side’s copy, under an id without a name, until they have left as well')

export const personalData: PersonalData = {
  'marketplace.chat_room': {
    of: by('user_lo', 'user_hi'),
    withheld: ['product_snapshot'],
    leaving: { by: forgetRooms },
  },
  'marketplace.message': {
    of: ({ id }) => sql`(sender_id = ${id}::uuid and room_id in (
      select id from marketplace.chat_room where user_lo = ${id}::uuid or user_hi = ${id}::uuid))`,
    leaving: ofTheOther,
  },
  'marketplace.room_member': {
    of: by('user_id'),
    withheld: ['card', 'last_message'],
    written: sql`(select r.created_at from marketplace.chat_room r where r.id = t.room_id)`,
    leaving: ofTheOther,
  },
  'marketplace.message_hidden': {
    of: by('user_id'),
    written: sql`(select m.created_at from marketplace.message m where m.id = t.message_id)`,
    leaving: ofTheOther,
  },
}
