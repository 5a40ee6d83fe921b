-- A buyer says that what came is not what was bought; an administrator decides.
create table marketplace.dispute (
  order_id uuid primary key references marketplace.orders on delete cascade,
  reason text not null,
  -- What the buyer wants back.
  wanted_minor bigint not null check (wanted_minor > 0),
  opened_at timestamptz(3) not null,
  decided_at timestamptz(3),
  -- Null: nobody had decided in time.
  decided_by uuid references marketplace.users,
  refunded_minor bigint,
  message text not null default '',
  check ((decided_at is null) = (refunded_minor is null))
);
create index dispute_open on marketplace.dispute (opened_at, order_id) where decided_at is null;
create index dispute_decided on marketplace.dispute (opened_at, order_id) where decided_at is not null;
create index dispute_decided_by on marketplace.dispute (decided_by) where decided_by is not null;

-- What the two say of it, with pictures, which are at no public address.
create table marketplace.dispute_statement (
  id uuid primary key,
  order_id uuid not null references marketplace.dispute on delete cascade,
  author_id uuid not null references marketplace.users,
  text text not null,
  upload_ids uuid[] not null default '{}',
  created_at timestamptz(3) not null
);
create index dispute_statement_of_order on marketplace.dispute_statement (order_id, id);
create index dispute_statement_of_author on marketplace.dispute_statement (author_id);
