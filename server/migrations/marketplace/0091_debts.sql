-- What somebody got that a bank took back from us, and what of it they have given back. It is taken from what they have,
-- and from what comes to them later; until it is there, they are not paid out.
create table marketplace.debt (
  id uuid primary key,
  user_id uuid not null references marketplace.users,
  currency text not null,
  mode text not null check (mode in ('test', 'live')),
  dispute_id uuid not null,
  amount_minor bigint not null check (amount_minor > 0),
  settled_minor bigint not null check (settled_minor between 0 and amount_minor),
  -- The bank decided otherwise: all that was taken went back.
  returned_at timestamptz(3),
  created_at timestamptz(3) not null,
  unique (dispute_id, user_id)
);
create index debt_of_user on marketplace.debt (user_id);
create index debt_open on marketplace.debt (user_id, currency, mode) where settled_minor < amount_minor and returned_at is null;
