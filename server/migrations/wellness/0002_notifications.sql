create table wellness.notification (
  id uuid primary key,
  user_id uuid not null references wellness.users on delete cascade,
  category text not null,
  title text not null,
  message text not null,
  -- Where the app goes on a tap, such as `goals/<id>`.
  link text,
  -- The cause: one notice per cause and person.
  source_event text not null,
  is_read boolean not null default false,
  read_at timestamptz(3),
  expires_at timestamptz(3),
  deleted_at timestamptz(3),
  created_at timestamptz(3) not null,
  unique (source_event, user_id)
);
create index notification_inbox on wellness.notification (user_id, created_at desc, id desc) where deleted_at is null;
create index notification_unread on wellness.notification (user_id) where not is_read and deleted_at is null;
create index notification_by_age on wellness.notification (created_at);

-- What a user wants to hear of, and when not; without a row, everything at any time.
create table wellness.preference (
  user_id uuid primary key references wellness.users on delete cascade,
  push boolean not null default true,
  email boolean not null default true,
  in_app boolean not null default true,
  reminders boolean not null default true,
  marketing boolean not null default true,
  goal_updates boolean not null default true,
  subscription boolean not null default true,
  -- In the user's own time; an end before the start lies on the next day.
  has_quiet_hours boolean not null default false,
  quiet_start_minutes int not null default 1320 check (quiet_start_minutes between 0 and 1439),
  quiet_end_minutes int not null default 420 check (quiet_end_minutes between 0 and 1439),
  updated_at timestamptz(3) not null
);
