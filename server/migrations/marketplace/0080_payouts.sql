-- Who somebody is to a provider that pays them. Test and live never meet.
create table marketplace.payee (
  -- Also the key under which the provider is asked to make it, so that it is made once.
  id uuid primary key,
  user_id uuid not null references marketplace.users on delete cascade,
  provider text not null,
  mode text not null check (mode in ('test', 'live')),
  country text not null,
  -- As the provider was told.
  email text,
  -- Null until the provider has answered.
  provider_payee_id text,
  -- False until the provider knows who they are.
  is_payable boolean not null default false,
  created_at timestamptz(3) not null,
  unique (user_id, provider, mode)
);
create unique index payee_at_provider on marketplace.payee (provider_payee_id);

create table marketplace.bank_account (
  id uuid primary key,
  user_id uuid not null references marketplace.users on delete cascade,
  payee_id uuid not null references marketplace.payee on delete cascade,
  provider_bank_id text not null,
  -- The same for the same account, however often it is added.
  fingerprint text not null,
  bank_name text not null,
  last4 text not null,
  holder_name text not null,
  country text not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  status text not null check (status in ('verified', 'pending', 'closed')),
  is_default boolean not null,
  -- When the provider is asked again how a pending one stands.
  look_at timestamptz(3),
  created_at timestamptz(3) not null,
  removed_at timestamptz(3),
  check (removed_at is null or not is_default)
);
create unique index bank_account_once on marketplace.bank_account (payee_id, fingerprint) where removed_at is null;
create unique index bank_account_default on marketplace.bank_account (user_id) where is_default;
create index bank_account_of_user on marketplace.bank_account (user_id, created_at desc, id desc);
create index bank_account_of_payee on marketplace.bank_account (payee_id);
create index bank_account_to_look_at on marketplace.bank_account (look_at) where look_at is not null;

create table marketplace.payout (
  -- Also the key under which the provider is asked, and the id of what its owner sees of it in their wallet.
  id uuid primary key,
  user_id uuid not null references marketplace.users,
  bank_account_id uuid not null,
  provider text not null,
  mode text not null check (mode in ('test', 'live')),
  amount_minor bigint not null check (amount_minor > 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  status text not null check (status in ('requested', 'in_transit', 'paid', 'failed', 'returned')),
  provider_payout_id text,
  -- The provider's word for why it failed.
  failure_code text,
  arrives_at timestamptz(3),
  -- When the provider is asked again how it stands; null once it has ended.
  look_at timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);
create index payout_of_user on marketplace.payout (user_id, created_at desc, id desc);
create index payout_under_way on marketplace.payout (user_id) where status in ('requested', 'in_transit', 'failed');
create index payout_to_look_at on marketplace.payout (look_at) where look_at is not null;
create index payout_to_bank on marketplace.payout (bank_account_id) where status in ('requested', 'in_transit', 'failed');
create unique index payout_at_provider on marketplace.payout (provider_payout_id);
