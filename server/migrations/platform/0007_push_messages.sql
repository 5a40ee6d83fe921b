-- What the built-in push outbox took, for /outbox; a phone never gets it.
create table platform.push_message (
  id uuid primary key,
  platform text not null check (platform in ('ANDROID', 'IOS', 'WEB')),
  token text not null,
  title text not null,
  body text not null,
  link text,
  created_at timestamptz(3) not null
);
create index push_message_newest on platform.push_message (created_at desc, id desc);
