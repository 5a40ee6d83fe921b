-- What somebody paid or was paid, as a document. Numbers come a moment later, in one row after the other: giving
-- them in the transactions that move money would have these wait for each other.
create table marketplace.receipt (
  id uuid primary key,
  user_id uuid not null references marketplace.users,
  -- Who it was with; null for the marketplace.
  counterpart_id uuid references marketplace.users,
  transaction_id uuid not null unique references marketplace.wallet_transaction,
  mode text not null check (mode in ('test', 'live')),
  -- Without gaps in each mode; null until it has one.
  number bigint,
  -- What it is for, such as the title of a listing; empty once one of the two has left.
  subject text not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  -- [{side, label, amount_minor}]; they add up to its total.
  lines jsonb not null,
  issued_at timestamptz(3) not null
);
create unique index receipt_number on marketplace.receipt (mode, number);
create index receipt_unnumbered on marketplace.receipt (mode, issued_at, id) where number is null;
create index receipt_of_user on marketplace.receipt (user_id, issued_at desc, id desc);
create index receipt_with on marketplace.receipt (counterpart_id) where counterpart_id is not null;

create table marketplace.receipt_series (
  mode text primary key,
  last_number bigint not null
);
insert into marketplace.receipt_series (mode, last_number) values ('test', 0), ('live', 0);
