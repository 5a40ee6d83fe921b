alter table wellness.device add column app_version text;

-- As sent_count: deliveries in the end that failed.
alter table wellness.campaign add column failed_count int;
update wellness.campaign set failed_count = 0 where sent_count is not null;

alter table wellness.delivery drop constraint delivery_status_check;
alter table wellness.delivery add constraint delivery_status_check check (status in ('PENDING', 'DEFERRED_QUIET', 'SENDING',
  'SENT', 'FAILED', 'SKIPPED_UNKNOWN', 'SKIPPED_UNSUBSCRIBED', 'SKIPPED_NO_DEVICE', 'SKIPPED_NOT_CONFIGURED'));

-- The messages of a delivery by PUSH, one for each device of its person. The delivery is SENDING while
-- one of them is QUEUED or SENDING; after that the best of them says what became of it.
create table wellness.push (
  -- What the push service and the app know the message by.
  id uuid primary key,
  campaign_id uuid not null,
  address text not null,
  channel text not null default 'PUSH' check (channel = 'PUSH'),
  user_id uuid not null references wellness.users on delete cascade,
  device_id text not null,
  platform text not null check (platform in ('ANDROID', 'IOS', 'WEB')),
  status text not null default 'QUEUED' check (status in ('QUEUED', 'SENDING', 'SENT', 'GONE', 'FAILED')),
  tries int not null default 0,
  -- Why it is not sent yet, or never will be.
  reason text,
  due_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  foreign key (campaign_id, address, channel) references wellness.delivery on delete cascade,
  unique (campaign_id, address, device_id)
);
create index push_due on wellness.push (campaign_id, due_at, id) where status = 'QUEUED';
create index push_open on wellness.push (campaign_id) where status in ('QUEUED', 'SENDING');
create index push_of_user on wellness.push (user_id);
