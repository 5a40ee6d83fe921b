-- How far the streak of somebody's practice is folded for good: whoever asks goes on from there, over the few
-- days after it. See docs/decisions/0047-the-fold-of-days.md.
create table wellness.practice_streak (
  user_id uuid primary key references wellness.users on delete cascade,
  -- The last date that is part of it.
  through date not null,
  state jsonb not null,
  updated_at timestamptz(3) not null
);

-- It is of the days as they were: what changes one of them, however it comes to be written, drops it.
create function wellness.drop_practice_streak() returns trigger language plpgsql as $$
begin
  delete from wellness.practice_streak k where k.user_id = new.user_id and k.through >= new.local_date;
  return null;
end $$;
create trigger practice_day_begun after insert on wellness.practice_day for each row
  when (new.category_id is null and new.exercise_id is null and new.status = 'COMPLETED')
  execute function wellness.drop_practice_streak();
create trigger practice_day_changed after update of sessions on wellness.practice_day for each row
  when (new.category_id is null and new.exercise_id is null and new.status = 'COMPLETED'
    and (old.sessions > 0) is distinct from (new.sessions > 0))
  execute function wellness.drop_practice_streak();
