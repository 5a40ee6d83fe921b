-- A planned time off. It pauses goals by rows of its own, so that its end resumes nothing else.
create table wellness.vacation (
  id uuid primary key,
  user_id uuid not null references wellness.users on delete cascade,
  from_date date not null,
  -- The last day of it; open without one.
  to_date date check (to_date >= from_date),
  is_all boolean not null,
  created_at timestamptz(3) not null
);
create index vacation_of_user on wellness.vacation (user_id, from_date);

create table wellness.goal_pause (
  id uuid primary key,
  goal_id uuid not null references wellness.goal on delete cascade,
  -- Null where the goal was paused by itself.
  vacation_id uuid references wellness.vacation on delete cascade,
  from_date date not null,
  to_date date check (to_date >= from_date),
  created_at timestamptz(3) not null
);
create index goal_pause_of_goal on wellness.goal_pause (goal_id, from_date);
create index goal_pause_of_vacation on wellness.goal_pause (vacation_id) where vacation_id is not null;
