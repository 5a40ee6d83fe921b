-- How everybody's sessions of an exercise went. In parts, by the last digit of the person's id, so
-- that people who finish the same exercise at once seldom wait for each other.
create table wellness.exercise_practice (
  exercise_id uuid not null references wellness.exercise on delete cascade,
  part smallint not null,
  -- Sessions of any end; of these, completed ones.
  plays int not null,
  completed int not null,
  -- Changes of feeling over completed sessions that tell both.
  lift_sum int not null,
  lift_count int not null,
  primary key (exercise_id, part)
);

create function wellness.keep_exercise_practice() returns trigger language plpgsql as $$
begin
  insert into wellness.exercise_practice as p (exercise_id, part, plays, completed, lift_sum, lift_count)
  select s.exercise_id, get_byte(uuid_send(s.user_id), 15) & 15, sum(s.sign), coalesce(sum(s.sign) filter (where s.is_completed), 0),
    coalesce(sum(s.sign * s.lift) filter (where s.is_completed), 0), coalesce(sum(s.sign) filter (where s.is_completed and s.lift is not null), 0)
  from (values
    (old.exercise_id, old.user_id, -1, old.status = 'COMPLETED', old.valence_after - old.valence_before),
    (new.exercise_id, new.user_id, 1, new.status = 'COMPLETED', new.valence_after - new.valence_before)
  ) as s (exercise_id, user_id, sign, is_completed, lift)
  -- The row of an insert has no old, that of a delete no new.
  where s.exercise_id is not null
  group by 1, 2
  on conflict (exercise_id, part) do update set plays = p.plays + excluded.plays, completed = p.completed + excluded.completed,
    lift_sum = p.lift_sum + excluded.lift_sum, lift_count = p.lift_count + excluded.lift_count;
  return null;
end $$;
create trigger session_practice after insert or delete or update of status, valence_before, valence_after
  on wellness.session for each row execute function wellness.keep_exercise_practice();

-- Sessions wait from the trigger to the end of this: one scan, some seconds for ten million of them.
insert into wellness.exercise_practice (exercise_id, part, plays, completed, lift_sum, lift_count)
select exercise_id, get_byte(uuid_send(user_id), 15) & 15, count(*), count(*) filter (where status = 'COMPLETED'),
  coalesce(sum(valence_after - valence_before) filter (where status = 'COMPLETED'), 0),
  count(valence_after - valence_before) filter (where status = 'COMPLETED')
from wellness.session where exercise_id is not null group by 1, 2;
