-- What somebody said of a day of a goal, in the order in which they said it. What a phone delivers late is put where it
-- belongs among them, and the day is made anew: so it comes to the same in whatever order it came.
create table wellness.day_said (
  id uuid primary key,
  goal_id uuid not null references wellness.goal on delete cascade,
  date date not null,
  user_id uuid not null references wellness.users on delete cascade,
  said_at timestamptz(3) not null,
  -- {status, current, subGoals, note}
  ask jsonb not null check (jsonb_typeof(ask) = 'object'),
  -- Of what was delivered late: once for each, for ever.
  request_id text,
  fingerprint bytea,
  check ((request_id is null) = (fingerprint is null))
);
create index day_said_of_day on wellness.day_said (goal_id, date, said_at);
create unique index day_said_request on wellness.day_said (user_id, request_id) where request_id is not null;
create index day_said_of_user on wellness.day_said (user_id);
