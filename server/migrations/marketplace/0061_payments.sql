-- Cards as they may be shown. One that was removed stays as a trace, so that removing it twice is no failure.
create table marketplace.payment_method (
  id uuid primary key,
  customer_id uuid not null references marketplace.payment_customer on delete cascade,
  provider_card_id text not null,
  -- The same for the same number: a card stands here once for its owner.
  fingerprint text not null,
  brand text not null,
  last4 text not null check (last4 ~ '^\d{4}$'),
  expiry_month int not null check (expiry_month between 1 and 12),
  expiry_year int not null check (expiry_year between 2000 and 2200),
  is_default boolean not null,
  created_at timestamptz(3) not null,
  removed_at timestamptz(3)
);
create unique index payment_method_once on marketplace.payment_method (customer_id, fingerprint) where removed_at is null;
create unique index payment_method_default on marketplace.payment_method (customer_id)
  where is_default and removed_at is null;
create index payment_method_of_customer on marketplace.payment_method (customer_id);

-- Money that somebody brings, once for each row. Payments are kept as the books are.
create table marketplace.payment (
  -- Also the key under which the provider is asked, and what it names us by.
  id uuid primary key,
  user_id uuid not null references marketplace.users,
  purpose_kind text not null check (purpose_kind in ('add_funds', 'order', 'boost', 'subscription')),
  purpose_id uuid not null,
  amount_minor bigint not null check (amount_minor > 0),
  currency text not null,
  provider text not null,
  mode text not null check (mode in ('test', 'live')),
  -- Null where no card of ours is charged.
  provider_customer_id text,
  provider_card_id text,
  is_off_session boolean not null,
  -- Null until the provider's answer or notification, whichever comes first.
  provider_payment_id text,
  status text not null check (status in ('processing', 'requires_action', 'succeeded', 'failed')),
  decline_code text,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  -- When the provider was asked last how it stands.
  asked_at timestamptz(3) not null
);
create unique index payment_at_provider on marketplace.payment (provider, provider_payment_id)
  where provider_payment_id is not null;
create index payment_of_user on marketplace.payment (user_id, created_at desc, id desc);
create index payment_for on marketplace.payment (purpose_id);
create index payment_newest on marketplace.payment (created_at desc, id desc);
create index payment_by_status on marketplace.payment (status, created_at desc, id desc);
create index payment_unsettled on marketplace.payment (asked_at) where status in ('processing', 'requires_action');
create index payment_of_card on marketplace.payment (provider_card_id) where status in ('processing', 'requires_action');

create table marketplace.refund (
  -- Also the key under which the provider is asked.
  id uuid primary key,
  key text not null unique,
  payment_id uuid not null references marketplace.payment,
  amount_minor bigint not null check (amount_minor > 0),
  status text not null check (status in ('pending', 'succeeded', 'failed')),
  provider_refund_id text,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  asked_at timestamptz(3) not null
);
create index refund_of_payment on marketplace.refund (payment_id);
create index refund_unsettled on marketplace.refund (asked_at) where status = 'pending';

-- Payments that somebody had their bank take back.
create table marketplace.payment_dispute (
  id uuid primary key,
  payment_id uuid not null references marketplace.payment,
  provider_dispute_id text not null unique,
  amount_minor bigint not null check (amount_minor > 0),
  status text not null check (status in ('open', 'won', 'lost')),
  reason text not null,
  is_withdrawn boolean not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);
create index payment_dispute_of_payment on marketplace.payment_dispute (payment_id);
