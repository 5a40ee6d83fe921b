-- What the reminders of a goal follow of it, kept with them: nobody has to ask the goal when they are due.
create table wellness.reminded_goal (
  goal_id uuid primary key,
  user_id uuid not null references wellness.users on delete cascade,
  title text not null,
  -- On which of its dates it is due: {from, until, daysOfWeek, everyDays, dates}
  days jsonb not null,
  status text not null check (status in ('AWAKE', 'PAUSED', 'CANCELLED')),
  -- Its dates on which nothing rings: done or skipped, and not long past.
  silenced text[] not null default '{}',
  updated_at timestamptz(3) not null
);
create index reminded_goal_of_user on wellness.reminded_goal (user_id);

create table wellness.reminder (
  id uuid primary key,
  goal_id uuid not null references wellness.reminded_goal on delete cascade,
  user_id uuid not null references wellness.users on delete cascade,
  -- By the clock on the wall; in minutes since midnight.
  minutes int not null check (minutes between 0 and 1439),
  -- ISO weekdays; null for the days of the goal.
  days_of_week int[],
  message text,
  is_enabled boolean not null,
  -- Of a FIXED one; a FLOATING one goes by the clock of its person.
  timezone text,
  -- When it rings next, and for which date of the clock that it goes by; null while it does not.
  next_at timestamptz(3),
  next_date date,
  -- The date that was dealt with last. None before it, nor itself, comes again.
  last_date date,
  last_outcome text check (last_outcome in ('RANG', 'SILENT', 'MISSED_WINDOW')),
  last_at timestamptz(3),
  -- Rings once more then, for a date of the goal.
  snoozed_until timestamptz(3),
  snoozed_for text,
  due_at timestamptz(3) generated always as (least(next_at, snoozed_until)) stored,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);
create index reminder_due on wellness.reminder (due_at, id) where due_at is not null;
create index reminder_of_user on wellness.reminder (user_id, due_at);
create index reminder_of_goal on wellness.reminder (goal_id, minutes, id);

-- By which version of the rules of time zones the next instants were computed: a single row.
create table wellness.zone_rules (
  is_only boolean primary key default true check (is_only),
  version text not null,
  updated_at timestamptz(3) not null
);
