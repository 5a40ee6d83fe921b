-- What a session adds to the sums, in fewer and cheaper statements than before: everybody records every day.

-- The seconds of a session that none written before it covers. Most overlap with none.
create or replace function wellness.count_seconds() returns trigger language plpgsql as $$
declare
  taken tstzmultirange;
begin
  new.counted_sec := new.credited_sec;
  if new.credited_sec = 0 then
    return new;
  end if;
  -- A session takes twelve hours at most, and what occurred is its start or its end.
  select range_agg(tstzrange(s.started_at, s.started_at + make_interval(secs => s.credited_sec))) into taken
  from wellness.session s
  where s.user_id = new.user_id and s.id <> new.id and s.credited_sec > 0
    and s.occurred_at > new.started_at - interval '12 hours' and s.occurred_at < new.started_at + interval '24 hours';
  if taken && tstzrange(new.started_at, new.started_at + make_interval(secs => new.credited_sec)) then
    select coalesce(sum(extract(epoch from upper(r) - lower(r))), 0) into new.counted_sec
    from unnest(tstzmultirange(tstzrange(new.started_at, new.started_at + make_interval(secs => new.credited_sec))) - taken) r;
  end if;
  return new;
end $$;

create or replace function wellness.keep_practice_day() returns trigger language plpgsql as $$
declare
  lift int;
  felt text;
begin
  if tg_op <> 'INSERT' then
    lift := old.valence_after - old.valence_before;
    felt := coalesce(old.feeling_after, old.feeling_before);
    -- Not where the days of a person have gone already, who goes with all that is theirs.
    update wellness.practice_day d set sessions = d.sessions - 1, seconds = d.seconds - old.counted_sec,
      feelings = case when felt is null then d.feelings
        else d.feelings || jsonb_build_object(felt, coalesce((d.feelings->>felt)::int, 0) - 1) end,
      lift_sum = d.lift_sum - coalesce(lift, 0), lift_count = d.lift_count - (lift is not null)::int
    where d.user_id = old.user_id and d.local_date = old.local_date and d.status = old.status
      and ((d.category_id is null and d.exercise_id is null)
        or (d.category_id = old.category_id and d.exercise_id is null)
        or (d.category_id = old.category_id and d.exercise_id = old.exercise_id));
  end if;
  if tg_op <> 'DELETE' then
    lift := new.valence_after - new.valence_before;
    felt := coalesce(new.feeling_after, new.feeling_before);
    insert into wellness.practice_day as d
      (user_id, local_date, category_id, exercise_id, status, sessions, seconds, feelings, lift_sum, lift_count, last_done_at, name)
    select new.user_id, new.local_date, part.category_id, part.exercise_id, new.status, 1, new.counted_sec,
      case when felt is null then '{}' else jsonb_build_object(felt, 1) end, coalesce(lift, 0), (lift is not null)::int,
      coalesce(new.ended_at, new.occurred_at), part.name
    from (values (0, null, null, null), (1, new.category_id, null, new.category_name),
      (2, new.category_id, new.exercise_id, new.exercise_title)) as part (level, category_id, exercise_id, name)
    where part.level < 2 or new.exercise_id is not null
    on conflict (user_id, category_id, exercise_id, local_date, status) do update set
      sessions = d.sessions + 1, seconds = d.seconds + excluded.seconds,
      feelings = case when felt is null then d.feelings
        else d.feelings || jsonb_build_object(felt, coalesce((d.feelings->>felt)::int, 0) + 1) end,
      lift_sum = d.lift_sum + excluded.lift_sum, lift_count = d.lift_count + excluded.lift_count,
      last_done_at = greatest(d.last_done_at, excluded.last_done_at), name = excluded.name;
  end if;
  return null;
end $$;

-- The same of everybody's sessions of an exercise.
create or replace function wellness.keep_exercise_practice() returns trigger language plpgsql as $$
declare
  was boolean := tg_op <> 'INSERT' and old.status = 'COMPLETED';
  is_now boolean := tg_op <> 'DELETE' and new.status = 'COMPLETED';
  lift_was int := case when was then old.valence_after - old.valence_before end;
  lift_now int := case when is_now then new.valence_after - new.valence_before end;
  one record := coalesce(new, old);
begin
  if one.exercise_id is null then
    return null;
  end if;
  insert into wellness.exercise_practice as p (exercise_id, part, plays, completed, lift_sum, lift_count)
  values (one.exercise_id, get_byte(uuid_send(one.user_id), 15) & 15, (tg_op <> 'DELETE')::int - (tg_op <> 'INSERT')::int,
    is_now::int - was::int, coalesce(lift_now, 0) - coalesce(lift_was, 0), (lift_now is not null)::int - (lift_was is not null)::int)
  on conflict (exercise_id, part) do update set plays = p.plays + excluded.plays, completed = p.completed + excluded.completed,
    lift_sum = p.lift_sum + excluded.lift_sum, lift_count = p.lift_count + excluded.lift_count;
  return null;
end $$;

-- Nothing asks for sessions by their date any more: days are summed, and lists go by time. Who has no
-- sub-category is not found by it.
drop index wellness.session_by_date, wellness.session_of_sub_category;
create index session_of_sub_category on wellness.session (sub_category_id) where sub_category_id is not null;

-- Sums change in place, which takes room on their pages.
alter table wellness.practice_day set (fillfactor = 80);
alter table wellness.exercise_practice set (fillfactor = 50);

drop function wellness.practice_parts, wellness.feeling_count, wellness.add_counts;

-- The days are made of sessions alone, which refer to the same categories and exercises themselves.
alter table wellness.practice_day drop constraint practice_day_category_id_fkey, drop constraint practice_day_exercise_id_fkey;
drop index wellness.practice_day_of_category;
