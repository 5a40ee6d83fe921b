-- Whose the minutes are that sessions have in common goes by when these began, and not by which was told of first. One
-- that overlaps with others when it is written has all of them counted anew; most overlap with none, and cost nothing more.

-- Counts anew what may have changed with sessions that began between two moments, before or after they changed.
create function wellness.recount_seconds(person uuid, since timestamptz, until timestamptz) returns void language sql as $$
  with near as (
    select s.id, s.started_at, s.started_at + make_interval(secs => s.credited_sec) as ends_at, s.counted_sec,
      row_number() over (order by s.started_at, s.credited_sec desc, s.local_date, s.exercise_id, s.category_id, s.id) as place
    from wellness.session s
    -- A session covers twelve hours at most; what occurred is its start, or its end on the same date.
    where s.user_id = person and s.credited_sec > 0
      and s.occurred_at > since - interval '12 hours' and s.occurred_at < until + interval '2 days'
  ), covered as (
    select *, max(ends_at) over (order by place rows between unbounded preceding and 1 preceding) as covered_to from near
  ), counted as (
    select id, greatest(extract(epoch from ends_at - greatest(started_at, covered_to)), 0)::int as seconds from covered
    where started_at >= since and started_at < until + interval '12 hours'
  )
  -- The days of practice are kept by a trigger that goes by this column.
  update wellness.session s set counted_sec = c.seconds, ended_at = s.ended_at
  from counted c where c.id = s.id and s.counted_sec <> c.seconds
$$;

create function wellness.recount_overlap() returns trigger language plpgsql as $$
begin
  perform wellness.recount_seconds(new.user_id, new.started_at, new.started_at);
  return null;
end $$;
create trigger session_overlap after insert or update of credited_sec on wellness.session for each row
  when (new.counted_sec < new.credited_sec) execute function wellness.recount_overlap();
