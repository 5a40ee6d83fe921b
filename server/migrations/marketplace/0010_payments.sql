-- Who somebody is at a payment provider. Test and live never meet: what was made in one mode does not
-- exist in the other.
create table marketplace.payment_customer (
  -- Also the key under which the provider is asked to make it, so that it is made once.
  id uuid primary key,
  user_id uuid not null references marketplace.users on delete cascade,
  provider text not null,
  mode text not null check (mode in ('test', 'live')),
  -- As the provider was told.
  email text,
  -- Null until the provider has answered.
  provider_customer_id text,
  created_at timestamptz(3) not null,
  unique (user_id, provider, mode)
);

-- Leave to save a card, asked of the provider. How far it is, only the provider knows.
create table marketplace.setup_intent (
  -- Also the key under which the provider is asked.
  id uuid primary key,
  customer_id uuid not null references marketplace.payment_customer on delete cascade,
  usage text not null check (usage in ('off_session', 'on_session')),
  provider_intent_id text,
  created_at timestamptz(3) not null,
  -- When it was found finished, or too old to be handed out again.
  closed_at timestamptz(3)
);
create unique index setup_intent_open on marketplace.setup_intent (customer_id, usage) where closed_at is null;
create index setup_intent_of_customer on marketplace.setup_intent (customer_id, created_at desc);
create unique index setup_intent_at_provider on marketplace.setup_intent (provider_intent_id);
