-- What every app is told at its start: news, that something is being mended, or that it is too old.
create table marketplace.app_alert (
  id uuid primary key,
  version int not null default 0,
  title text not null,
  message text not null,
  severity text not null check (severity in ('info', 'warn', 'critical')),
  kind text not null check (kind in ('info', 'maintenance', 'force_update')),
  -- Empty where every platform is meant.
  platforms text[] not null,
  -- Of a forced update the version that is needed; else the first and the last that are told.
  min_version text,
  max_version text,
  starts_at timestamptz(3) not null,
  ends_at timestamptz(3),
  is_dismissible boolean not null,
  -- When an administrator ended it, whatever its time.
  ended_at timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  check (ends_at > starts_at),
  check (kind <> 'force_update' or (min_version is not null and max_version is null and not is_dismissible))
);
create index app_alert_newest on marketplace.app_alert (created_at desc, id desc);
-- Those that are under way, or will be.
create index app_alert_standing on marketplace.app_alert (ends_at) where ended_at is null;

-- Who has read an alert and does not want to see it again, on any of their devices.
create table marketplace.app_alert_acknowledgement (
  user_id uuid not null references marketplace.users on delete cascade,
  alert_id uuid not null references marketplace.app_alert on delete cascade,
  created_at timestamptz(3) not null,
  primary key (user_id, alert_id)
);
create index app_alert_acknowledgement_of_alert on marketplace.app_alert_acknowledgement (alert_id);
