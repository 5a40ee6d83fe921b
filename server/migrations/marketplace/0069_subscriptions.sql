-- Who has a plan, through whom, and for how long: what was bought here, and what a shop of phones says was bought there.
create table marketplace.subscription (
  id uuid primary key,
  user_id uuid not null references marketplace.users on delete cascade,
  plan_id uuid not null references marketplace.plan,
  provider text not null check (provider in ('web', 'apple', 'google')),
  -- Of shops: whether real money was paid there.
  mode text check (mode in ('test', 'live')),
  state text not null check (state in
    ('trial_ready', 'trialing', 'active', 'past_due', 'cancel_scheduled', 'paused', 'canceled', 'expired')),
  trial_started_at timestamptz(3),
  trial_ends_at timestamptz(3),
  -- Its owner had it made longer; they may once.
  is_extended boolean not null default false,
  -- How often something was opened by the trial.
  trial_uses int not null default 0,
  -- Where the device said who it is; only to have one trial for each.
  device_hash bytea,
  -- The trial is followed by a period that is paid.
  converts boolean not null default false,
  payment_method_id uuid,
  -- The stretch of paid time that runs.
  period_start timestamptz(3),
  period_end timestamptz(3),
  renews_at timestamptz(3),
  cancel_at timestamptz(3),
  reason text,
  -- What its owner said of why they cancelled.
  said_reason text,
  paused_at timestamptz(3),
  resume_at timestamptz(3),
  -- The one thing that opens what a plan opens.
  access_until timestamptz(3),
  -- When the clock next has something to do.
  due_at timestamptz(3),
  -- When its owner is to be told next of what is coming.
  tell_at timestamptz(3),
  -- Of which end they were told by a mail that went out, and by which mail.
  told_for timestamptz(3),
  mail_id uuid,
  mail_for timestamptz(3),
  failures int not null default 0,
  -- Paid time in milliseconds: all of it, and what became of it.
  paid_ms bigint not null default 0,
  used_ms bigint not null default 0 check (used_ms >= 0),
  banked_ms bigint not null default 0 check (banked_ms >= 0),
  returned_ms bigint not null default 0 check (returned_ms >= 0),
  -- Of shops: their name for it, and the newest that they said.
  store_id text,
  store_event_at timestamptz(3),
  store_event_id text,
  ended_at timestamptz(3),
  version int not null default 0,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  -- Not a millisecond of what was paid for is lost, whoever does what at the same time.
  constraint subscription_time check (paid_ms = used_ms + banked_ms + returned_ms
    + coalesce(round(extract(epoch from period_end - period_start) * 1000), 0)),
  check ((provider = 'web') = (store_id is null)),
  check ((state in ('canceled', 'expired')) = (ended_at is not null))
);
create unique index subscription_live on marketplace.subscription (user_id)
  where provider = 'web' and ended_at is null;
create unique index subscription_store on marketplace.subscription (provider, mode, store_id);
create index subscription_of_plan on marketplace.subscription (plan_id);
create index subscription_user on marketplace.subscription (user_id, created_at desc);
create index subscription_due on marketplace.subscription (due_at) where due_at is not null;
create index subscription_tell on marketplace.subscription (tell_at) where tell_at is not null;
create index subscription_mail on marketplace.subscription (mail_id) where mail_id is not null;
-- For the list of trials that ended.
create index subscription_trial on marketplace.subscription (trial_ends_at desc, id desc)
  where trial_ends_at is not null;

-- Digests of addresses, devices and cards that a trial was had with. Nobody can tell whose they are.
create table marketplace.trial_use (
  kind text not null check (kind in ('email', 'device', 'card')),
  digest bytea not null,
  used_at timestamptz(3) not null,
  primary key (kind, digest)
);
