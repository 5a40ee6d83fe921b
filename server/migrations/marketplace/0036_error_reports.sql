-- One fault of the apps, whoever met it: reports whose stacks look alike once everything is out of them that
-- differs from one report to the next.
create table marketplace.error_group (
  id uuid primary key,
  fingerprint text not null unique,
  -- Of the last report, scrubbed.
  message text not null,
  level text not null check (level in ('debug', 'info', 'warning', 'error', 'fatal')),
  platform text not null,
  app_version text not null,
  -- Every report counts, kept or not.
  times_seen bigint not null,
  first_seen_at timestamptz(3) not null,
  last_seen_at timestamptz(3) not null,
  -- How many came in the minute that began then: beyond a number of them only some are kept.
  minute_started_at timestamptz(3) not null,
  minute_count int not null,
  -- The last report that was kept, which stands for those after it that were not.
  last_report_id uuid not null
);
create index error_group_newest on marketplace.error_group (first_seen_at desc, id desc);
create index error_group_newest_of_level on marketplace.error_group (level, first_seen_at desc, id desc);
create index error_group_last_seen on marketplace.error_group (last_seen_at);

-- A report as an app sent it, without secrets and without addresses. Nobody's name is beside it.
create table marketplace.error_report (
  id uuid primary key,
  group_id uuid not null references marketplace.error_group on delete cascade,
  message text not null,
  stack text,
  level text not null,
  platform text not null,
  app_version text not null,
  device jsonb not null,
  breadcrumbs jsonb not null,
  request_id text,
  created_at timestamptz(3) not null
);
create index error_report_newest_of_group on marketplace.error_report (group_id, created_at desc, id desc);
create index error_report_age on marketplace.error_report (created_at);
