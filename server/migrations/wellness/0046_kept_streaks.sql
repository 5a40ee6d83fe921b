-- What is kept of a streak of practice ends sixteen days back, before which nothing is written in the ordinary way. So only a day
-- that lies long ago can be part of it, and whoever records a session has nothing looked for. The days between leave room for
-- the clocks of two machines.
drop trigger practice_day_begun on wellness.practice_day;
create trigger practice_day_begun after insert on wellness.practice_day for each row
  when (new.local_date < current_date - 10 and new.category_id is null and new.exercise_id is null and new.status = 'COMPLETED')
  execute function wellness.drop_practice_streak();
drop trigger practice_day_changed on wellness.practice_day;
create trigger practice_day_changed after update of sessions, seconds on wellness.practice_day for each row
  when (new.local_date < current_date - 10 and new.category_id is null and new.exercise_id is null and new.status = 'COMPLETED'
    and ((old.sessions > 0) is distinct from (new.sessions > 0) or old.seconds is distinct from new.seconds))
  execute function wellness.drop_practice_streak();
