create schema if not exists platform;

-- One row per signed-in device. realm keeps the pools of people apart; subject_id is a row of
-- that realm's own table, so there is no foreign key here.
create table platform.session (
  id uuid primary key,
  realm text not null check (realm in ('marketplace', 'wellness-user', 'wellness-admin')),
  subject_id uuid not null,
  device_id text,
  device_label text,
  created_at timestamptz(3) not null,
  last_used_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  -- How long it lives on after each refresh.
  idle_seconds int not null default 5184000,
  revoked_at timestamptz(3)
);
create index session_of_subject on platform.session (realm, subject_id, last_used_at desc) where revoked_at is null;

-- Refresh tokens rotate: each is used once. Only hashes are kept.
create table platform.refresh_token (
  hash bytea primary key,
  session_id uuid not null references platform.session on delete cascade,
  created_at timestamptz(3) not null,
  used_at timestamptz(3)
);
create index refresh_token_of_session on platform.refresh_token (session_id);

-- Codes are derived from the row by HMAC, so that a resend repeats the code without keeping it.
create table platform.one_time_code (
  id uuid primary key,
  realm text not null,
  subject_id uuid not null,
  purpose text not null,
  wrong_tries int not null default 0,
  created_at timestamptz(3) not null,
  sent_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  used_at timestamptz(3)
);
create unique index one_live_code on platform.one_time_code (realm, subject_id, purpose) where used_at is null;

create table platform.reset_token (
  hash bytea primary key,
  realm text not null,
  subject_id uuid not null,
  expires_at timestamptz(3) not null,
  used_at timestamptz(3)
);

-- Counts of credential attempts in a fixed window, kept in the database so that every process counts together.
create table platform.attempt (
  key text primary key,
  count int not null,
  window_ends_at timestamptz(3) not null
);

create table platform.idempotency (
  scope text not null,
  key text not null,
  fingerprint bytea not null,
  status int,
  body text,
  headers jsonb,
  content_type text,
  created_at timestamptz(3) not null,
  primary key (scope, key)
);
create index idempotency_by_age on platform.idempotency (created_at);

create table platform.mail (
  id uuid primary key,
  product text not null,
  recipient text not null,
  subject text not null,
  text text not null,
  status text not null default 'queued' check (status in ('queued', 'sent', 'failed')),
  provider text,
  reason text,
  created_at timestamptz(3) not null,
  sent_at timestamptz(3)
);
create index mail_newest on platform.mail (created_at desc, id desc);

-- The live stream's memory: 24 hours of events per person, in commit order for that person.
create table platform.live_event (
  id bigint generated always as identity primary key,
  realm text not null,
  recipient_id uuid not null,
  type text not null,
  data jsonb not null,
  created_at timestamptz(3) not null
);
create index live_event_of_recipient on platform.live_event (realm, recipient_id, id);
create index live_event_by_age on platform.live_event (created_at);

-- Stores events and wakes the listeners when the transaction commits. Recipients are locked in
-- one order, so ids grow in commit order for each person and no two publishers can deadlock.
create function platform.publish(events jsonb, at timestamptz) returns void language plpgsql as $$
declare
  item record;
begin
  for item in
    select distinct e->>'realm' as realm, (e->>'recipient')::uuid as recipient
    from jsonb_array_elements(events) e order by 1, 2
  loop
    perform pg_advisory_xact_lock(hashtextextended(item.realm || item.recipient::text, 41));
    insert into platform.live_event (realm, recipient_id, type, data, created_at)
    select item.realm, item.recipient, e->>'type', e->'data', at
    from jsonb_array_elements(events) with ordinality as listed(e, position)
    where e->>'realm' = item.realm and (e->>'recipient')::uuid = item.recipient
    order by position;
    perform pg_notify('plaza_live', item.realm || ' ' || item.recipient::text);
  end loop;
end $$;

create table platform.upload (
  id uuid primary key,
  realm text not null,
  owner_id uuid not null,
  purpose text not null,
  file_name text not null,
  content_type text not null,
  declared_size bigint not null check (declared_size > 0),
  actual_size bigint,
  -- As announced, if it was, until the bytes are looked at.
  sha256 text,
  width int,
  height int,
  variants int[] not null default '{}',
  status text not null default 'reserved' check (status in ('reserved', 'processing', 'ready', 'failed')),
  reason text,
  -- By how many things it is used; what nothing uses for a day is swept.
  uses int not null default 0 check (uses >= 0),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);
create index upload_of_owner on platform.upload (realm, owner_id, created_at desc);
create index upload_unused on platform.upload (updated_at) where uses = 0;

-- What moderators and administrators did; it only grows.
create table platform.audit (
  id uuid primary key,
  product text not null,
  actor_id uuid,
  action text not null,
  subject text not null,
  details jsonb not null default '{}',
  created_at timestamptz(3) not null
);
create index audit_newest on platform.audit (product, created_at desc, id desc);

create function platform.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% only grows', tg_table_name;
end $$;
create trigger audit_only_grows before update or delete or truncate on platform.audit
  for each statement execute function platform.refuse_change();
