-- Which device a push token is of: by an id of its own, or else that of its session.
alter table marketplace.device_token add column device_id text;
update marketplace.device_token set platform = case
  when token like '{%' then 'WEB' when token ~ '^[0-9a-fA-F]{64,200}$' then 'IOS' else 'ANDROID' end;
alter table marketplace.device_token
  alter column platform set default 'ANDROID', alter column platform set not null,
  add check (platform in ('ANDROID', 'IOS', 'WEB'));

-- What somebody wants to be told, and how. Who never said so has no row, and gets what a row has by itself.
create table marketplace.notification_preference (
  user_id uuid primary key references marketplace.users on delete cascade,
  -- Kinds of which they are not told at all; of which nothing is pushed; which no mail gathers.
  muted text[] not null default '{}',
  not_pushed text[] not null default '{}',
  not_mailed text[] not null default '{}',
  -- By the clock on their wall; in minutes since midnight.
  has_quiet_hours boolean not null default false,
  quiet_start_minutes int not null default 1320 check (quiet_start_minutes between 0 and 1439),
  quiet_end_minutes int not null default 420 check (quiet_end_minutes between 0 and 1439),
  digest text not null default 'off' check (digest in ('off', 'daily', 'weekly')),
  digest_minutes int not null default 480 check (digest_minutes between 0 and 1439),
  -- Of a weekly one: 1 is Monday.
  digest_weekday int not null default 1 check (digest_weekday between 1 and 7),
  -- When the next one is due, and in which zone that was reckoned.
  digest_due_at timestamptz(3),
  digest_timezone text,
  -- What came before is in a digest already.
  digested_at timestamptz(3),
  strangers text not null default 'accept' check (strangers in ('accept', 'filter', 'drop')),
  updated_at timestamptz(3) not null
);
create index notification_preference_due on marketplace.notification_preference (digest_due_at) where digest_due_at is not null;

-- What somebody mutes leaves their inbox where that is put together when it is read.
create function marketplace.note_preference() returns trigger language plpgsql as $$
begin
  insert into marketplace.inbox_change (user_id) select user_id from changed;
  return null;
end $$;
create trigger note_written after insert on marketplace.notification_preference referencing new table as changed
  for each statement execute function marketplace.note_preference();
create trigger note_changed after update on marketplace.notification_preference referencing new table as changed
  for each statement execute function marketplace.note_preference();

-- What is shown on one device of a notice, or of a new listing of somebody whom its person follows.
create table marketplace.push (
  -- What the push service and the app know the message by.
  id uuid primary key,
  -- Those that one job sends.
  batch_id uuid not null,
  user_id uuid not null references marketplace.users on delete cascade,
  -- The device's token, which may be another person's by the time that this is sent.
  token_digest bytea not null,
  notification_id uuid references marketplace.notification on delete cascade,
  news_id uuid,
  status text not null default 'queued' check (status in ('queued', 'sending', 'sent', 'gone', 'failed')),
  tries int not null default 0,
  reason text,
  due_at timestamptz(3) not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  check (num_nonnulls(notification_id, news_id) = 1),
  unique (notification_id, token_digest),
  unique (news_id, token_digest)
);
create index push_due on marketplace.push (batch_id, due_at, id) where status = 'queued';
create index push_of_user on marketplace.push (user_id);
create index push_by_age on marketplace.push using brin (created_at);
