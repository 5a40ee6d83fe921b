-- What people may pay for, as it was at some time: another price or another quota is another version, and who has
-- subscribed keeps the one they agreed to. The plan `free` is what everybody has who has no other.
create table marketplace.plan (
  id uuid primary key,
  key text not null collate "C",
  version int not null,
  name text not null,
  price_minor bigint not null check (price_minor >= 0),
  currency text not null,
  months int not null check (months between 1 and 12),
  -- Days of a trial; 0 where there is none.
  trial_days int not null check (trial_days between 0 and 30),
  -- By feature, how many.
  quotas jsonb not null,
  -- What it is called in the shops of phones.
  store_products text[] not null,
  -- Whether somebody may choose it now.
  is_offered boolean not null,
  is_newest boolean not null,
  created_at timestamptz(3) not null,
  unique (key, version),
  check (key <> 'free' or (price_minor = 0 and trial_days = 0 and not is_offered))
);
create unique index plan_newest on marketplace.plan (key) where is_newest;

insert into marketplace.plan (id, key, version, name, price_minor, currency, months, trial_days, quotas, store_products, is_offered, is_newest, created_at)
values
  ('0199a000-0000-7000-8000-000000000001', 'free', 1, 'Free', 0, 'EUR', 1, 0,
    '{"saved_searches": 20, "transaction_exports": 0}', '{}', false, true, now()),
  ('0199a000-0000-7000-8000-000000000002', 'plus', 1, 'Plus', 499, 'EUR', 1, 14,
    '{"saved_searches": 50, "transaction_exports": 30}', '{plaza.plus.monthly}', true, true, now());
