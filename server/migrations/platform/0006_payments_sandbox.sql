-- The memory of the built-in payment processor, which pretends. Nothing of ours refers to it: what it
-- knows, Plaza learns by asking, as of any other processor.
create table platform.sandbox_customer (
  id text primary key,
  -- The key it was made under, and what was asked with it.
  key text not null unique,
  person_id text not null,
  email text,
  created_at timestamptz(3) not null
);

create table platform.sandbox_setup_intent (
  id text primary key,
  key text not null unique,
  customer_id text not null references platform.sandbox_customer on delete cascade,
  usage text not null check (usage in ('off_session', 'on_session')),
  status text not null default 'requires_payment_method'
    check (status in ('requires_payment_method', 'requires_action', 'processing', 'succeeded', 'canceled')),
  client_secret text not null,
  created_at timestamptz(3) not null
);
create index sandbox_setup_intent_of_customer on platform.sandbox_setup_intent (customer_id);
