-- The coach: what somebody writes to it, and what it answers. Texts are sealed with the person's own key; that
-- somebody may be in danger stands inside of what is sealed, too.

create table wellness.coach_person (
  user_id uuid primary key references wellness.users on delete cascade,
  -- For how long messages are kept; null for ever.
  retention_days int default 365 check (retention_days in (30, 90, 365)),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);

-- That a person's words may go to a language model elsewhere, and to which: another one is asked for anew.
create table wellness.coach_consent (
  id uuid primary key,
  user_id uuid not null references wellness.users on delete cascade,
  version text not null,
  agreed_at timestamptz(3) not null,
  withdrawn_at timestamptz(3)
);
create unique index coach_consent_open on wellness.coach_consent (user_id) where withdrawn_at is null;
create index coach_consent_of_person on wellness.coach_consent (user_id);

create table wellness.conversation (
  id uuid primary key,
  user_id uuid not null references wellness.users on delete cascade,
  -- The beginning of its first message; null where that is not for a list.
  sealed_title bytea,
  messages int not null default 0,
  last_message_at timestamptz(3) not null,
  -- When its last message goes; null for never.
  expires_at timestamptz(3),
  created_at timestamptz(3) not null
);
create index conversation_newest on wellness.conversation (user_id, last_message_at desc, id desc);
create index conversation_expires on wellness.conversation (expires_at) where expires_at is not null;

create table wellness.chat_message (
  id uuid primary key,
  user_id uuid not null references wellness.users on delete cascade,
  conversation_id uuid not null references wellness.conversation on delete cascade,
  -- Its place in the conversation.
  seq int not null,
  role text not null check (role in ('USER', 'COACH', 'SYSTEM')),
  -- The message that it answers.
  reply_to uuid references wellness.chat_message on delete cascade,
  -- JSON: the text and what belongs to it.
  sealed bytea not null,
  expires_at timestamptz(3),
  created_at timestamptz(3) not null,
  unique (conversation_id, seq)
);
create index chat_message_newest on wellness.chat_message (user_id, created_at desc, seq desc, id desc);
create index chat_message_of_conversation on wellness.chat_message (conversation_id, created_at desc, seq desc, id desc);
-- One answer to each message, whoever tries to give it.
create unique index chat_message_reply on wellness.chat_message (reply_to) where reply_to is not null;
create index chat_message_expires on wellness.chat_message (expires_at) where expires_at is not null;

-- How many replies of each kind were given on a day: of nobody in particular.
create table wellness.coach_count (
  day date not null,
  kind text not null check (kind in ('BUILT_IN', 'MODEL', 'INSTEAD_OF_MODEL', 'SAFETY')),
  language text not null,
  replies int not null,
  primary key (day, kind, language)
);
