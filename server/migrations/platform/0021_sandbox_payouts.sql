-- What the built-in payment processor remembers of whom it pays out to.
create table platform.sandbox_payee (
  id text primary key,
  key text not null unique,
  person_id text not null,
  created_at timestamptz(3) not null
);

create table platform.sandbox_bank (
  id text primary key,
  key text not null unique,
  payee_id text not null references platform.sandbox_payee on delete cascade,
  scenario text not null check (scenario in ('verified', 'needs_microdeposit', 'payout_fails', 'closed')),
  last4 text not null,
  country text not null,
  currency text not null,
  created_at timestamptz(3) not null
);
create index sandbox_bank_of_payee on platform.sandbox_bank (payee_id);

-- No row refers to a bank account for good: what was paid stays when that is removed.
create table platform.sandbox_payout (
  id text primary key,
  key text not null unique,
  bank_id text not null,
  amount_minor bigint not null check (amount_minor > 0),
  currency text not null,
  fails boolean not null,
  created_at timestamptz(3) not null
);
