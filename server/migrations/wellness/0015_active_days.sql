-- When the address was proved; the history of an account's zones began at that moment.
alter table wellness.users add column verified_at timestamptz(3);
update wellness.users u set verified_at = h.began_at
from (select user_id, min(began_at) as began_at from wellness.zone_history group by user_id) h where h.user_id = u.id;

-- On which days, in UTC, people asked for anything while signed in. It refers to nobody, so that who
-- is asking can be noted while their row is locked.
create table wellness.active_day (
  user_id uuid not null,
  day date not null,
  -- The hours of it, as bits: the lowest is the one from midnight to one. With them days of other zones can be told.
  hours int not null check (hours between 1 and 16777215),
  primary key (user_id, day)
);
create index active_day_by_day on wellness.active_day (day);
