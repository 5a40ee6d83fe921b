-- What the built-in payment processor remembers of cards and what was charged to them. No row refers to a
-- customer for good: what was paid stays when they are forgotten.
alter table platform.sandbox_setup_intent add card_id text;

create table platform.sandbox_card (
  id text primary key,
  -- Null once nobody has it saved any more.
  customer_id text,
  scenario text not null
    check (scenario in ('success', 'decline', 'insufficient', 'requires_action', 'late_success', 'dispute')),
  created_at timestamptz(3) not null
);
create index sandbox_card_of_customer on platform.sandbox_card (customer_id);

create table platform.sandbox_payment (
  id text primary key,
  key text not null unique,
  customer_id text not null,
  card_id text not null,
  amount_minor bigint not null check (amount_minor > 0),
  currency text not null,
  status text not null check (status in ('requires_action', 'processing', 'succeeded', 'declined', 'canceled')),
  decline_code text,
  client_secret text not null,
  refunded_minor bigint not null default 0 check (refunded_minor between 0 and amount_minor),
  created_at timestamptz(3) not null
);

create table platform.sandbox_refund (
  id text primary key,
  key text not null unique,
  payment_id text not null references platform.sandbox_payment,
  amount_minor bigint not null check (amount_minor > 0),
  status text not null check (status in ('pending', 'succeeded', 'failed')),
  created_at timestamptz(3) not null
);
create index sandbox_refund_of_payment on platform.sandbox_refund (payment_id);

create table platform.sandbox_dispute (
  id text primary key,
  payment_id text not null unique references platform.sandbox_payment,
  status text not null check (status in ('open', 'won', 'lost')),
  created_at timestamptz(3) not null
);
