create table wellness.goal (
  id uuid primary key,
  user_id uuid not null references wellness.users on delete cascade,
  version int not null default 1,
  title text not null,
  description text,
  icon text,
  color text,
  -- Categories and exercises are never deleted but marked, as a session names them, too.
  category_id uuid,
  sub_category_id uuid,
  exercise_id uuid,
  -- What the days do not say: SCHEDULED, PAUSED and the end by date follow from dates.
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'COMPLETED', 'ARCHIVED')),
  achievement text check (achievement in ('ACHIEVED', 'NOT_ACHIEVED', 'SUSTAINING')),
  start_date date not null,
  end_date date check (end_date >= start_date),
  position int not null,
  -- Of a goal that brings a value somewhere: from where, and where it was last.
  baseline double precision,
  latest_value double precision,
  latest_value_on date,
  -- What the days of the goal make: kept by whoever writes one, and by the job when the last open one has ended.
  streak int not null default 0,
  best_streak int not null default 0,
  freezes int not null default 0,
  strength double precision not null default 0,
  consistency double precision,
  -- Where the run of units began that the streak counts.
  run_began date,
  -- The fold of the days up to a date that no mark can change any more, from which it is gone on.
  kept jsonb,
  kept_through date,
  -- From then on the kept figures may be behind.
  next_close_at timestamptz(3) not null,
  -- Where it was completed or put away: the last date that counts.
  ended_on date,
  deleted_at timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);
create index goal_of_user on wellness.goal (user_id, position, created_at, id) where deleted_at is null;
create index goal_of_owner on wellness.goal (user_id);
create index goal_newest on wellness.goal (user_id, created_at desc, id desc) where deleted_at is null;
-- Who moves a goal by practising: looked at whenever a session is recorded.
create index goal_linked on wellness.goal (user_id)
  where deleted_at is null and status = 'ACTIVE' and coalesce(exercise_id, sub_category_id, category_id) is not null;
create index goal_deleted on wellness.goal (deleted_at) where deleted_at is not null;
-- Whose kept figures are behind.
create index goal_behind on wellness.goal (next_close_at, id) where deleted_at is null and status = 'ACTIVE';

-- When a goal is due and what it takes, from a date on. A date is judged by the revision that holds on it.
create table wellness.goal_revision (
  goal_id uuid not null references wellness.goal on delete cascade,
  effective_from date not null,
  direction text not null check (direction in ('BUILD', 'QUIT')),
  metric text not null check (metric in ('CHECK', 'COUNT', 'MINUTES', 'VALUE')),
  target_value double precision check (target_value >= 0),
  unit text,
  schedule jsonb not null check (jsonb_typeof(schedule) = 'object'),
  freeze_enabled boolean not null,
  -- Of the person when it was written: a week that was judged does not move with a later wish.
  week_start text not null check (week_start in ('MON', 'SUN', 'SAT')),
  created_at timestamptz(3) not null,
  primary key (goal_id, effective_from)
);

create table wellness.sub_goal (
  id uuid primary key,
  goal_id uuid not null references wellness.goal on delete cascade,
  title text not null,
  target_value double precision,
  unit text,
  weight int not null default 1 check (weight between 1 and 100),
  position int not null,
  created_at timestamptz(3) not null
);
create index sub_goal_of_goal on wellness.sub_goal (goal_id, position);

-- A date that was touched; all others are only worked out. Its id on the wire is made of goal and date.
create table wellness.daily_goal (
  goal_id uuid not null references wellness.goal on delete cascade,
  date date not null,
  user_id uuid not null references wellness.users on delete cascade,
  status text not null check (status in ('PENDING', 'IN_PROGRESS', 'COMPLETED', 'SKIPPED')),
  -- Of which so much came from sessions, so that recording one again or moving it adds nothing twice.
  value double precision,
  from_sessions double precision not null default 0,
  sub_goals_done uuid[] not null default '{}',
  note text,
  done_at timestamptz(3),
  is_backfilled boolean not null default false,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (goal_id, date)
);
create index daily_goal_of_user on wellness.daily_goal (user_id, date);
