-- Numbers the questions put to a store, in the order in which they were put.
create sequence wellness.store_question;

-- What a store last said of each purchase, whoever bought it.
create table wellness.store_purchase (
  id uuid primary key,
  provider text not null,
  purchase_token text not null,
  product_id text not null,
  -- In the store's own word.
  state text not null,
  expires_at timestamptz(3),
  is_renewing boolean not null,
  -- The purchase whose place it took.
  linked_token text,
  answer jsonb not null,
  -- An answer never takes the place of one to a later question.
  question bigint not null,
  asked_at timestamptz(3) not null,
  owner_id uuid references wellness.users on delete set null,
  status text not null generated always as (case when owner_id is null then 'ORPHAN' else 'OWNED' end) stored,
  created_at timestamptz(3) not null
);
-- A token may be longer than an index takes, so it is its digest that is unique.
create unique index store_purchase_token on wellness.store_purchase (provider, wellness.digest_of(purchase_token));
create index store_purchase_of_owner on wellness.store_purchase (owner_id) where owner_id is not null;
