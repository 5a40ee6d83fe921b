import { sql } from 'kysely'
import { by, nobodys, type PersonalData, stays, within } from '../../platform/personal-data/personal-data.ts'
import { clearSubjectsOf } from './receipt-queries.ts'

const books = stays('the books are kept as they are; whose account it was cannot be told any more')

export const personalData: PersonalData = {
  'marketplace.ledger_line': {
    of: within('account_id', 'marketplace.ledger_account', 'person_id'),
    written: sql`(select e.created_at from marketplace.ledger_entry e where e.id = t.entry_id)`,
    leaving: books,
  },
  'marketplace.debt': { of: by('user_id'), leaving: books },
  'marketplace.ledger_entry': nobodys('what moved; whose it was say the lines'),
  'marketplace.ledger_account': {
    of: by('person_id'),
    written: { all: 'what stands on it belongs to whoever the account is' },
    leaving: books,
  },
  'marketplace.receipt': {
    of: by('user_id', 'counterpart_id'),
    given: by('user_id'),
    leaving: { by: ({ db }, { id }, most) => clearSubjectsOf(db, id, most) },
  },
  'marketplace.receipt_series': nobodys('how far receipts are numbered'),
  'marketplace.wallet_transaction_event': {
    of: within('transaction_id', 'marketplace.wallet_transaction', 'user_id'),
    leaving: books,
  },
  'marketplace.wallet_transaction': {
    of: by('user_id', 'counterpart_id'),
    given: by('user_id'),
    leaving: books,
  },
  'marketplace.ledger_proof': nobodys('whether the books add up'),
  'marketplace.provider_report': nobodys('whether the provider says the same'),
  'marketplace.money_stop': {
    of: by('ended_by'),
    given: 'none',
    leaving: stays('with the proof that it is of'),
  },
}
