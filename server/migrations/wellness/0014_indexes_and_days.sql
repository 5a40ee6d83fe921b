-- Whatever is deleted is looked for in every table that refers to it, also by rows that are gone for people.
create index category_of_parent on wellness.category (parent_id);
create index exercise_of_category on wellness.exercise (category_id);
create index exercise_by_sub_category on wellness.exercise (sub_category_id) where sub_category_id is not null;
create index notification_of_user on wellness.notification (user_id);

-- The seconds of a session that none written before it covers: their sum counts once what overlaps.
alter table wellness.session add column counted_sec int not null default 0 check (counted_sec between 0 and credited_sec);
update wellness.session s set counted_sec = c.seconds from (
  select id, greatest(extract(epoch from ends_at - greatest(started_at, max(ends_at) over (
    partition by user_id order by started_at, id rows between unbounded preceding and 1 preceding))), 0) as seconds
  from (select *, started_at + make_interval(secs => credited_sec) as ends_at from wellness.session where credited_sec > 0) s) c
where s.id = c.id;

create function wellness.count_seconds() returns trigger language plpgsql as $$
begin
  if new.credited_sec = 0 then
    new.counted_sec := 0;
    return new;
  end if;
  -- A session takes twelve hours at most, and what occurred is its start or its end.
  select coalesce(sum(extract(epoch from upper(r) - lower(r))), 0) into new.counted_sec
  from unnest(tstzmultirange(tstzrange(new.started_at, new.started_at + make_interval(secs => new.credited_sec))) - coalesce((
    select range_agg(tstzrange(s.started_at, s.started_at + make_interval(secs => s.credited_sec)))
    from wellness.session s
    where s.user_id = new.user_id and s.id <> new.id and s.credited_sec > 0
      and s.occurred_at > new.started_at - interval '12 hours' and s.occurred_at < new.started_at + interval '24 hours'), '{}')) r;
  return new;
end $$;
create trigger session_seconds before insert or update of credited_sec on wellness.session
  for each row execute function wellness.count_seconds();

-- What a person practised on a day, by how it ended: of everything (no category, no exercise), of each
-- category (no exercise), and of each exercise. Written with the sessions, in their transactions.
create table wellness.practice_day (
  user_id uuid not null references wellness.users on delete cascade,
  local_date date not null,
  category_id uuid references wellness.category,
  exercise_id uuid references wellness.exercise,
  -- As it is stored: one left open for twelve hours stands among those in progress.
  status text not null,
  sessions int not null,
  seconds int not null,
  -- How they felt in the end: {"GOOD": 3}
  feelings jsonb not null,
  -- Changes of feeling over sessions that tell both.
  lift_sum int not null,
  lift_count int not null,
  last_done_at timestamptz(3) not null,
  -- Of the category or exercise, as it was called last.
  name text,
  unique nulls not distinct (user_id, category_id, exercise_id, local_date, status)
);
create index practice_day_of_category on wellness.practice_day (category_id) where category_id is not null;
create index practice_day_of_exercise on wellness.practice_day (exercise_id, user_id) where exercise_id is not null;

create function wellness.add_counts(a jsonb, b jsonb) returns jsonb language sql immutable
return a || coalesce((select jsonb_object_agg(key, coalesce((a->>key)::int, 0) + value::int) from jsonb_each_text(b)), '{}');

-- The rows of practice_day that a session is counted in.
create function wellness.practice_parts(category uuid, category_name text, exercise uuid, title text)
returns table (category_id uuid, exercise_id uuid, name text) language sql immutable as $$
  values (null::uuid, null::uuid, null::text), (category, null, category_name)
  union all select category, exercise, title where exercise is not null
$$;

create function wellness.feeling_count(feeling text, n int) returns jsonb language sql immutable
return case when feeling is null then '{}' else jsonb_build_object(feeling, n) end;

create function wellness.keep_practice_day() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    update wellness.practice_day d set sessions = d.sessions - 1, seconds = d.seconds - old.counted_sec,
      feelings = wellness.add_counts(d.feelings, wellness.feeling_count(coalesce(old.feeling_after, old.feeling_before), -1)),
      lift_sum = d.lift_sum - coalesce(old.valence_after - old.valence_before, 0),
      lift_count = d.lift_count - (old.valence_after - old.valence_before is not null)::int
    from wellness.practice_parts(old.category_id, old.category_name, old.exercise_id, old.exercise_title) part
    where d.user_id = old.user_id and d.local_date = old.local_date and d.status = old.status
      and d.category_id is not distinct from part.category_id and d.exercise_id is not distinct from part.exercise_id;
  end if;
  if tg_op <> 'DELETE' then
    insert into wellness.practice_day as d
      (user_id, local_date, category_id, exercise_id, status, sessions, seconds, feelings, lift_sum, lift_count, last_done_at, name)
    select new.user_id, new.local_date, part.category_id, part.exercise_id, new.status, 1, new.counted_sec,
      wellness.feeling_count(coalesce(new.feeling_after, new.feeling_before), 1), coalesce(new.valence_after - new.valence_before, 0),
      (new.valence_after - new.valence_before is not null)::int, coalesce(new.ended_at, new.occurred_at), part.name
    from wellness.practice_parts(new.category_id, new.category_name, new.exercise_id, new.exercise_title) part
    on conflict (user_id, category_id, exercise_id, local_date, status) do update set
      sessions = d.sessions + 1, seconds = d.seconds + excluded.seconds, feelings = wellness.add_counts(d.feelings, excluded.feelings),
      lift_sum = d.lift_sum + excluded.lift_sum, lift_count = d.lift_count + excluded.lift_count,
      last_done_at = greatest(d.last_done_at, excluded.last_done_at), name = excluded.name;
  end if;
  return null;
end $$;
create trigger session_days after insert or delete
  or update of status, local_date, ended_at, credited_sec, feeling_before, feeling_after, valence_before, valence_after
  on wellness.session for each row execute function wellness.keep_practice_day();

insert into wellness.practice_day
  (user_id, local_date, category_id, exercise_id, status, sessions, seconds, feelings, lift_sum, lift_count, last_done_at, name)
select user_id, local_date, category_id, exercise_id, status, sum(sessions), sum(seconds),
  coalesce(jsonb_object_agg(feeling, sessions) filter (where feeling is not null), '{}'), sum(lift_sum), sum(lift_count),
  max(last_done_at), (array_agg(name order by last_done_at desc))[1]
from (
  select s.user_id, s.local_date, part.category_id, part.exercise_id, s.status, coalesce(s.feeling_after, s.feeling_before) as feeling,
    count(*) as sessions, sum(s.counted_sec) as seconds, coalesce(sum(s.valence_after - s.valence_before), 0) as lift_sum,
    count(s.valence_after - s.valence_before) as lift_count, max(coalesce(s.ended_at, s.occurred_at)) as last_done_at, max(part.name) as name
  from wellness.session s cross join lateral wellness.practice_parts(s.category_id, s.category_name, s.exercise_id, s.exercise_title) part
  group by 1, 2, 3, 4, 5, 6) felt
group by 1, 2, 3, 4, 5;

-- A list narrowed to one thing begins where that is, instead of passing over everything else.
create index session_of_exercise_newest on wellness.session (exercise_id, user_id, occurred_at desc, id desc);
create index session_of_category_newest on wellness.session (category_id, user_id, occurred_at desc, id desc);
create index session_unfinished on wellness.session (user_id, occurred_at desc, id desc) where status <> 'COMPLETED';
drop index wellness.session_of_exercise, wellness.session_of_category;
