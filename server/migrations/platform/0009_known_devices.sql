-- Devices on which somebody signed in: each shows its secret at the next sign-in, so that what strangers
-- use up is not what the owner needs. Only hashes are kept.
create table platform.known_device (
  realm text not null,
  subject_id uuid not null,
  hash bytea not null,
  created_at timestamptz(3) not null,
  last_used_at timestamptz(3) not null,
  primary key (realm, subject_id, hash)
);
create index known_device_by_hash on platform.known_device (realm, hash);
create index known_device_by_use on platform.known_device (last_used_at);

-- Tries of a code are counted for each who tries; who asked for it is compared longest.
alter table platform.one_time_code
  drop column wrong_tries,
  add column asked_by text[] not null default '{}';

-- To ask for a code costs the same where nobody is to get it: a mail that is never sent.
alter table platform.mail drop constraint mail_status_check,
  add constraint mail_status_check check (status in ('queued', 'sent', 'failed', 'withheld'));
