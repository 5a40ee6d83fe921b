-- People who look around without an account, and the device on which each does. A row goes when they open an account,
-- or when nobody was here as them for 30 days.
create table marketplace.guest (
  user_id uuid primary key references marketplace.users on delete cascade,
  -- Of what the app calls its device.
  device_digest bytea not null,
  -- Keyed, of the network address that it was last used from.
  network_digest bytea not null,
  -- When to look next whether anybody still comes.
  due_at timestamptz(3) not null
);
create index guest_of_device on marketplace.guest (device_digest);
create index guest_due on marketplace.guest (due_at);

-- Whom an account belongs to elsewhere: the provider's own name for them, never an address.
create table marketplace.identity (
  provider text not null check (provider in ('google', 'apple', 'facebook')),
  subject text not null,
  user_id uuid not null references marketplace.users on delete cascade,
  linked_at timestamptz(3) not null,
  last_used_at timestamptz(3) not null,
  primary key (provider, subject)
);
create index identity_of_user on marketplace.identity (user_id);
