create extension if not exists pg_trgm with schema public;

create schema marketplace;

create table marketplace.users (
  id uuid primary key,
  version int not null default 0,
  kind text not null default 'member' check (kind in ('member', 'guest')),
  role text not null default 'user' check (role in ('user', 'moderator', 'administrator')),
  status text not null default 'active' check (status in ('active', 'suspended', 'pending_deletion', 'deleted')),
  name text not null,
  email text,
  email_canonical text,
  pending_email text,
  password_hash text,
  is_verified boolean not null default false,
  bio text,
  profile_photo_url text,
  longitude double precision not null default 0,
  latitude double precision not null default 0,
  place text not null default '',
  zip_code text not null default '',
  birthday date,
  birthday_set_at timestamptz(3),
  timezone text not null default 'UTC',
  language text not null default 'en',
  currency text not null default 'EUR',
  shows_online boolean not null default true,
  is_discoverable boolean not null default true,
  shows_distance boolean not null default true,
  trust_level int not null default 1 check (trust_level between 0 and 3),
  -- Why the account is suspended, for its owner.
  suspension_reason text,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  deleted_at timestamptz(3)
);
create unique index users_email on marketplace.users (email_canonical) where deleted_at is null;
create index users_by_name on marketplace.users (lower(name), id) where status = 'active';
create index users_names on marketplace.users using gin (name public.gin_trgm_ops) where status = 'active';

-- When people were last here, apart from their accounts, which being here does not change.
create table marketplace.presence (
  user_id uuid primary key references marketplace.users on delete cascade,
  seen_at timestamptz(3) not null
);

-- Push tokens belong to one person at a time, whoever signed in last on the phone.
create table marketplace.device_token (
  token text primary key,
  user_id uuid not null references marketplace.users on delete cascade,
  session_id uuid,
  platform text,
  updated_at timestamptz(3) not null
);
create index device_token_of_user on marketplace.device_token (user_id);

create table marketplace.consent (
  id uuid primary key,
  user_id uuid not null references marketplace.users on delete cascade,
  document text not null,
  document_version text not null,
  ip_hash bytea not null,
  created_at timestamptz(3) not null
);
create index consent_of_user on marketplace.consent (user_id);

create table marketplace.block (
  blocker_id uuid not null references marketplace.users on delete cascade,
  blocked_id uuid not null references marketplace.users on delete cascade,
  created_at timestamptz(3) not null,
  primary key (blocker_id, blocked_id),
  check (blocker_id <> blocked_id)
);
create index block_of_blocked on marketplace.block (blocked_id, blocker_id);
