-- What was told of sessions, as it was told: events may be delivered in any order, and make the sessions that they would
-- have made in theirs. Without a type it takes no part: it is older than this, or its person has corrected the session since.
alter table wellness.session_request
  add column type text check (type in ('START', 'COMPLETE', 'ABANDON')),
  -- The narrowest of what was practised.
  add column item_id uuid,
  add column at timestamptz(3),
  add column timezone text,
  add column local_date date,
  add column device_id text,
  add column feeling text,
  add column valence smallint;
-- Ends that wait for their start.
create index session_request_waiting on wellness.session_request (user_id, at) where session_id is null and type is not null;
