create table wellness.session (
  id uuid primary key,
  user_id uuid not null references wellness.users on delete cascade,
  -- One left open for twelve hours counts as ABANDONED without being rewritten; a late end may still close it.
  status text not null check (status in ('IN_PROGRESS', 'COMPLETED', 'ABANDONED')),
  category_id uuid not null references wellness.category,
  sub_category_id uuid references wellness.category,
  exercise_id uuid references wellness.exercise,
  -- As they were called and how long they took at the time: later edits do not rewrite history.
  category_name text not null,
  sub_category_name text,
  exercise_title text,
  duration_sec int,
  started_at timestamptz(3) not null,
  ended_at timestamptz(3),
  credited_sec int not null default 0 check (credited_sec between 0 and 43200),
  feeling_before text,
  valence_before smallint check (valence_before between -3 and 3),
  feeling_after text,
  valence_after smallint check (valence_after between -3 and 3),
  -- The start of a started session, the moment of a session recorded afterwards.
  occurred_at timestamptz(3) not null,
  timezone text not null,
  -- Fixed when written; moving to another zone later does not move it.
  local_date date not null,
  device_id text,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);
create index session_newest on wellness.session (user_id, occurred_at desc, id desc);
create index session_by_date on wellness.session (user_id, local_date, status);
create index session_of_exercise on wellness.session (exercise_id, user_id);
create index session_of_category on wellness.session (category_id);
create index session_of_sub_category on wellness.session (sub_category_id);
create index session_open on wellness.session (user_id, started_at desc) where status = 'IN_PROGRESS';

-- Every request id a person ever used for a session, so that a replay after years still adds nothing.
create table wellness.session_request (
  user_id uuid not null references wellness.users on delete cascade,
  request_id text not null,
  fingerprint bytea not null,
  session_id uuid not null references wellness.session on delete cascade,
  created_at timestamptz(3) not null,
  primary key (user_id, request_id)
);
create index session_request_of_session on wellness.session_request (session_id);
