create schema wellness;

create table wellness.users (
  id uuid primary key,
  version int not null default 0,
  status text not null default 'UNVERIFIED'
    check (status in ('UNVERIFIED', 'ACTIVE', 'SUSPENDED', 'BLOCKED', 'PENDING_DELETION', 'PURGED')),
  name text not null,
  -- Both are null once an account is purged, so that the address is free again.
  email text,
  email_canonical text,
  -- Null until the address is proved: until then passwords belong to sign-up attempts.
  password_hash text,
  earlier_password_hashes text[] not null default '{}',
  bio text,
  profile_image text,
  gender text,
  date_of_birth date,
  height_cm double precision,
  weight_kg double precision,
  timezone text not null default 'UTC',
  timezone_mode text not null default 'AUTO' check (timezone_mode in ('AUTO', 'FIXED')),
  day_start_minutes int not null default 0 check (day_start_minutes between 0 and 360),
  week_start text not null default 'MON' check (week_start in ('MON', 'SUN', 'SAT')),
  language text not null default 'en',
  referral_code text not null,
  referred_by_id uuid references wellness.users on delete set null,
  suspended_until timestamptz(3),
  suspension_reason text,
  purge_at timestamptz(3),
  last_seen_at timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);
create unique index users_email on wellness.users (email_canonical);
create unique index users_referral_code on wellness.users (referral_code);
create index users_referred_by on wellness.users (referred_by_id) where referred_by_id is not null;
create index users_newest on wellness.users (created_at desc, id desc);
create index users_unverified on wellness.users (created_at) where status = 'UNVERIFIED';

-- What somebody typed for an address nobody has proved yet. Each has a code of its own, so the
-- account starts with the password of whoever reads that address.
create table wellness.sign_up_attempt (
  id uuid primary key,
  user_id uuid not null references wellness.users on delete cascade,
  name text not null,
  email text not null,
  password_hash text not null,
  device_id text,
  push_token text,
  timezone text not null,
  language text not null,
  date_of_birth date,
  referred_by_id uuid references wellness.users on delete set null,
  -- The texts that were current when somebody ticked the box.
  accepted_content_ids uuid[] not null default '{}',
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null
);
create index sign_up_attempt_of_user on wellness.sign_up_attempt (user_id, created_at desc);
create index sign_up_attempt_referred_by on wellness.sign_up_attempt (referred_by_id) where referred_by_id is not null;

create index sign_up_attempt_by_end on wellness.sign_up_attempt (expires_at);

-- How an account was opened, kept for minutes: a phone that lost the answer gets into the same session.
create table wellness.verification (
  user_id uuid primary key references wellness.users on delete cascade,
  request_id text not null,
  fingerprint bytea not null,
  session_id uuid not null,
  must_set_password boolean not null,
  created_at timestamptz(3) not null
);
create index verification_by_age on wellness.verification (created_at);

-- The zones a user's days were counted in, each until the next one begins.
create table wellness.zone_history (
  user_id uuid not null references wellness.users on delete cascade,
  began_at timestamptz(3) not null,
  timezone text not null,
  day_start_minutes int not null,
  source text not null check (source in ('DEVICE', 'PROFILE')),
  primary key (user_id, began_at)
);

create table wellness.admin (
  id uuid primary key,
  version int not null default 0,
  name text not null,
  email text not null,
  email_canonical text not null unique,
  password_hash text not null,
  role text not null default 'SUPER' check (role in ('SUPER', 'CONTENT', 'SUPPORT', 'FINANCE', 'ANALYST')),
  profile_image text,
  timezone text not null default 'UTC',
  language text not null default 'en',
  is_active boolean not null default true,
  -- The secret of an authenticator app, sealed, and the step of the last code that was used.
  totp_sealed bytea,
  totp_last_step int not null default 0,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);

-- A phone's push token belongs to one person at a time, whoever signed in last.
create table wellness.device (
  user_id uuid not null references wellness.users on delete cascade,
  device_id text not null,
  session_id uuid,
  type text check (type in ('IOS', 'ANDROID', 'WEB')),
  push_token text,
  last_seen_at timestamptz(3) not null,
  primary key (user_id, device_id)
);
create unique index device_push_token on wellness.device (push_token) where push_token is not null;
