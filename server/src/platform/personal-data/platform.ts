import { sql } from 'kysely'
import { forgetUploads } from '../media/jobs.ts'
import { type Held, nobodys, type Owner, type PersonalData, passes } from './personal-data.ts'

/** Rows of a pool of people, which `platform` keeps apart without referring to their tables. */
const inRealm =
  (column: string) =>
  ({ realm, id }: Owner) =>
    sql<boolean>`(realm = ${realm} and ${sql.ref(column)} = ${id}::uuid)`

const credential: Held = { of: inRealm('subject_id'), given: 'none', leaving: 'delete' }

/** What the platform keeps of the people of the products. Its tables belong to its own folders. */
export const platformData: PersonalData = Object.fromEntries(
  Object.entries<PersonalData[string]>({
    upload: { of: inRealm('owner_id'), leaving: { by: forgetUploads } },
    refresh_token: {
      of: ({ realm, id }) =>
        sql`session_id in (select id from platform.session where realm = ${realm} and subject_id = ${id}::uuid)`,
      given: 'none',
      leaving: 'delete',
    },
    session: { of: inRealm('subject_id'), leaving: 'delete' },
    known_device: credential,
    one_time_code: credential,
    reset_token: credential,
    attempt: {
      of: ({ id, emails }) =>
        sql`exists (select from unnest(${[id, ...emails]}::text[]) whose where right(key, length(whose) + 1) = ' ' || whose)`,
      given: 'none',
      leaving: 'delete',
    },
    live_event: { of: inRealm('recipient_id'), leaving: 'delete' },
    // Texts may hold codes, which are for whoever reads the mailbox.
    mail: {
      // What waits for an address that nobody proved may be meant for a stranger.
      of: ({ realm, emails, proved }) => sql`(product = split_part(${realm}, '-', 1)
        and recipient = any(${[...emails]}::text[]) and (status <> 'queued' or recipient = any(${[...proved]}::text[])))`,
      given: ({ realm, proved }) =>
        sql`(product = split_part(${realm}, '-', 1) and recipient = any(${[...proved]}::text[]))`,
      withheld: ['text', 'unsubscribe_url'],
      leaving: 'delete',
    },
    push_message: passes('by the token of a phone, seven days; nobody is sent any once they sign out'),
    sandbox_setup_intent: {
      of: ({ id }) => sql`customer_id in (select id from platform.sandbox_customer where person_id = ${id})`,
      withheld: ['key', 'client_secret'],
      leaving: 'delete',
    },
    sandbox_customer: {
      of: ({ id }) => sql`person_id = ${id}`,
      withheld: ['key'],
      leaving: 'delete',
    },
    sandbox_bank: {
      of: ({ id }) => sql`payee_id in (select id from platform.sandbox_payee where person_id = ${id})`,
      withheld: ['key'],
      leaving: 'delete',
    },
    sandbox_payee: {
      of: ({ id }) => sql`person_id = ${id}`,
      withheld: ['key'],
      leaving: 'delete',
    },
    sandbox_payout: nobodys('what was pretended to be paid out'),
    sandbox_card: passes('what pretends to be a card; nobody’s once its customer is forgotten'),
    sandbox_refund: nobodys('what was pretended to be given back'),
    sandbox_dispute: nobodys('what was pretended to be disputed'),
    sandbox_payment: passes('what was pretended to be paid, by a customer whom nobody knows any more'),
    idempotency: passes(
      'sealed answers, seven days; a person who left asks nothing during the thirty before',
    ),
    step: passes('sealed, until the request or job is done'),
    inbox: passes('what others sent, by their ids, thirty days after it was applied'),
    audit: passes('what staff did and to which id; it only grows, for seven years'),
    system_config_revision: passes('what staff set, and which id did; it only grows'),
    signing_secret: nobodys('digests of the server’s secrets'),
    migration: nobodys('names of files'),
  }).map(([table, kept]) => [`platform.${table}`, kept]),
)
