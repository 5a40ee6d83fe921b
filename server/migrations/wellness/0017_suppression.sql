-- Addresses that get no campaigns by mail. Kept as digests, and longer than accounts: who has left, or was
-- never here, is still left alone, and nobody can read off who it is.
create table wellness.suppression (
  -- Of the address as `email_canonical` has it.
  address_digest bytea primary key,
  reason text not null check (reason in ('UNSUBSCRIBED')),
  created_at timestamptz(3) not null
);
