create table wellness.campaign (
  id uuid primary key,
  admin_id uuid not null references wellness.admin,
  type text not null check (type in ('EMAIL', 'PUSH', 'IN_APP', 'ALL')),
  subject text not null,
  description text not null,
  recipient_type text not null
    check (recipient_type in ('ALL', 'ANDROID', 'IOS', 'WEB', 'CUSTOM', 'SUBSCRIBED', 'FREE', 'INACTIVE')),
  -- As given, duplicates folded; empty when the segment was meant.
  recipient_emails text[] not null default '{}',
  -- The same was sent by the same administrator a minute before: sent again, but marked.
  is_suspected_repeat boolean not null default false,
  -- Where the app goes on a tap, or a web address.
  link text,
  overrides_quiet_hours boolean not null default false,
  scheduled_at timestamptz(3),
  -- With a wall-clock time, as `2026-05-01T09:00:00`, everybody gets it when their own clock shows that.
  scheduled_local text,
  -- Recipients are frozen when a campaign leaves SCHEDULED.
  status text not null check (status in ('SCHEDULED', 'QUEUED', 'SENDING', 'SENT', 'PARTIAL', 'FAILED')),
  created_at timestamptz(3) not null,
  finished_at timestamptz(3)
);
create index campaign_newest on wellness.campaign (created_at desc, id desc);
create index campaign_by_status on wellness.campaign (status, created_at desc, id desc);
create index campaign_of_admin on wellness.campaign (admin_id, created_at desc);

-- The frozen recipients, one row per address and channel; each is sent or skipped once.
create table wellness.delivery (
  campaign_id uuid not null references wellness.campaign on delete cascade,
  address text not null,
  channel text not null check (channel in ('EMAIL', 'PUSH', 'IN_APP')),
  user_id uuid references wellness.users on delete set null,
  status text not null check (status in ('PENDING', 'DEFERRED_QUIET', 'SENT', 'SKIPPED_UNKNOWN',
    'SKIPPED_UNSUBSCRIBED', 'SKIPPED_NO_DEVICE', 'SKIPPED_NOT_CONFIGURED')),
  -- Not before then: local time, or the end of quiet hours.
  due_at timestamptz(3) not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (campaign_id, address, channel)
);
create index delivery_due on wellness.delivery (campaign_id, due_at, address, channel) where status in ('PENDING', 'DEFERRED_QUIET');
create index delivery_of_user on wellness.delivery (user_id);
create index delivery_by_status on wellness.delivery (campaign_id, status, address, channel);
