-- Each time that somebody is asked to pay for a period: one at a time for a person.
create table marketplace.subscription_charge (
  id uuid primary key,
  user_id uuid not null references marketplace.users on delete cascade,
  -- Null until the first one is paid.
  subscription_id uuid references marketplace.subscription on delete cascade,
  plan_id uuid not null references marketplace.plan,
  payment_id uuid,
  mode text check (mode in ('test', 'live')),
  amount_minor bigint not null check (amount_minor > 0),
  currency text not null,
  status text not null check (status in ('open', 'paid', 'failed', 'returned')),
  -- The time that it bought, and how much of it was given back.
  bought_ms bigint not null default 0,
  returned_ms bigint not null default 0 check (returned_ms between 0 and bought_ms),
  created_at timestamptz(3) not null,
  settled_at timestamptz(3)
);
create unique index subscription_charge_open on marketplace.subscription_charge (user_id) where status = 'open';
create index subscription_charge_of on marketplace.subscription_charge (subscription_id, created_at desc);
create index subscription_charge_of_plan on marketplace.subscription_charge (plan_id);
create index subscription_charge_user on marketplace.subscription_charge (user_id);

-- What was used of a quota that is so many in a period.
create table marketplace.quota_use (
  id uuid primary key,
  user_id uuid not null references marketplace.users on delete cascade,
  feature text not null,
  used_at timestamptz(3) not null
);
create index quota_use_newest on marketplace.quota_use (user_id, feature, used_at);
