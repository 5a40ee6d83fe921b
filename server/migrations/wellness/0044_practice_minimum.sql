-- How many minutes somebody has to practise for a date to count, from a date on. A change never touches a date that is written.
create table wellness.practice_minimum (
  user_id uuid not null references wellness.users on delete cascade,
  effective_from date not null,
  minutes smallint not null check (minutes between 0 and 720),
  created_at timestamptz(3) not null,
  primary key (user_id, effective_from)
);

-- What is folded for good is of whether dates were practised enough, which their seconds may decide.
drop trigger practice_day_changed on wellness.practice_day;
create trigger practice_day_changed after update of sessions, seconds on wellness.practice_day for each row
  when (new.category_id is null and new.exercise_id is null and new.status = 'COMPLETED'
    and ((old.sessions > 0) is distinct from (new.sessions > 0) or old.seconds is distinct from new.seconds))
  execute function wellness.drop_practice_streak();
