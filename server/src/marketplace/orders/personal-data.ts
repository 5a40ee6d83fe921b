import { sql } from 'kysely'
import { by, type PersonalData, stays } from '../../platform/personal-data/personal-data.ts'
import { forgetDecisionsOf, forgetOrdersOf, forgetStatementsOf } from './erasure.ts'

const ofEither = ({ id }: { id: string }) => sql<boolean>`order_id in (
  select o.id from marketplace.orders o where o.buyer_id = ${id}::uuid union all
  select o.id from marketplace.orders o where o.seller_id = ${id}::uuid)`

export const personalData: PersonalData = {
  'marketplace.dispute_statement': { of: by('author_id'), leaving: { by: forgetStatementsOf } },
  'marketplace.dispute': {
    of: (owner) => sql<boolean>`(${ofEither(owner)} or decided_by = ${owner.id}::uuid)`,
    given: ofEither,
    withheld: ['decided_by'],
    written: 'opened_at',
    leaving: { by: forgetDecisionsOf },
  },
  'marketplace.order_event': {
    of: ofEither,
    leaving: stays('what happened and when belongs to both; nobody’s words are in it'),
  },
  'marketplace.orders': {
    of: by('buyer_id', 'seller_id'),
    // Where the buyer lives and by what they paid is theirs.
    withheld: ({ id }) => sql`array['wrong_codes'] || case when t.buyer_id = ${id}::uuid then '{}'
      else array['address', 'payment_id', 'wallet_minor', 'card_refunded_minor'] end`,
    leaving: { by: forgetOrdersOf },
  },
}
