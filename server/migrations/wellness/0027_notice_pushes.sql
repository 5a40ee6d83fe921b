-- What somebody does not want of single kinds by single ways, as `reminders.push`; what the other columns
-- switch off is off whatever stands here.
alter table wellness.preference add column without text[] not null default '{}';

-- The one rule of whether somebody with these preferences, or with none, wants a kind by a way.
-- Without a kind it reaches everybody.
create function wellness.wants(p wellness.preference, kind text, way text) returns boolean language sql stable
return p.user_id is null or kind is null or (
  case way when 'push' then p.push when 'email' then p.email else p.in_app end
  and case kind when 'reminders' then p.reminders when 'marketing' then p.marketing when 'goalUpdates' then p.goal_updates
    when 'subscription' then p.subscription else true end
  and (kind || '.' || way) <> all(p.without));

-- What is shown on one device of a notice.
create table wellness.notice_push (
  -- What the push service and the app know the message by.
  id uuid primary key,
  -- Those that one job sends.
  batch_id uuid not null,
  user_id uuid not null references wellness.users on delete cascade,
  device_id text not null,
  platform text not null check (platform in ('ANDROID', 'IOS', 'WEB')),
  -- The cause: one message per cause, person and device.
  source_event text not null,
  -- In the inbox; null for somebody who wants the kind pushed and not listed.
  notification_id uuid references wellness.notification on delete cascade,
  -- What it is about. Taken back, nothing of it is sent any more.
  about uuid,
  title text not null,
  body text not null,
  link text,
  status text not null default 'queued' check (status in ('queued', 'sending', 'sent', 'gone', 'failed')),
  tries int not null default 0,
  reason text,
  due_at timestamptz(3) not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  unique (user_id, source_event, device_id)
);
create index notice_push_due on wellness.notice_push (batch_id, due_at, id) where status = 'queued';
create index notice_push_open on wellness.notice_push (batch_id) where status in ('queued', 'sending');
create index notice_push_about on wellness.notice_push (about) where about is not null and status in ('queued', 'sending');
create index notice_push_of_notification on wellness.notice_push (notification_id) where notification_id is not null;
create index notice_push_by_age on wellness.notice_push (created_at);
