-- In which quarters of an hour of a day of UTC somebody was here. Every time zone begins its days at one of them.
create table marketplace.active_day (
  day date not null,
  user_id uuid not null references marketplace.users on delete cascade,
  quarters bit(96) not null,
  primary key (day, user_id)
);
create index active_day_of_user on marketplace.active_day (user_id);

create function marketplace.note_activity() returns trigger language plpgsql as $$
declare
  seen timestamp := new.seen_at at time zone 'UTC';
  quarter int := extract(hour from seen) * 4 + extract(minute from seen)::int / 15;
begin
  insert into marketplace.active_day as known (day, user_id, quarters)
  values (seen::date, new.user_id, set_bit(0::bit(96), quarter, 1))
  on conflict (day, user_id) do update set quarters = known.quarters | excluded.quarters;
  return null;
end $$;
create trigger note_first_activity after insert on marketplace.presence for each row
  execute function marketplace.note_activity();
create trigger note_activity after update of seen_at on marketplace.presence for each row
  when (date_bin('15 minutes', old.seen_at, 'epoch') is distinct from date_bin('15 minutes', new.seen_at, 'epoch'))
  execute function marketplace.note_activity();

-- What is known of before: when each was here last.
insert into marketplace.active_day (day, user_id, quarters)
select (seen_at at time zone 'UTC')::date, user_id,
  set_bit(0::bit(96), (extract(hour from seen_at at time zone 'UTC') * 4 + floor(extract(minute from seen_at at time zone 'UTC') / 15))::int, 1)
from marketplace.presence;

-- The time zones in whose days administrators look at figures.
create table marketplace.figure_zone (
  tz text primary key,
  asked_at timestamptz(3) not null
);
insert into marketplace.figure_zone (tz, asked_at) values ('UTC', 'infinity');

-- The figures of a day that is over, in one zone.
create table marketplace.figure_day (
  tz text not null references marketplace.figure_zone on delete cascade,
  day date not null,
  sign_ups int not null,
  verified int not null,
  by_source jsonb not null,
  active_day int not null,
  active_week int not null,
  active_month int not null,
  primary key (tz, day)
);

-- How many of those who signed up in a week were here in a later one that is over.
create table marketplace.figure_cohort (
  tz text not null references marketplace.figure_zone on delete cascade,
  week date not null,
  later int not null check (later between 0 and 12),
  people int not null,
  active int not null,
  primary key (tz, week, later)
);

-- Those who have an account, by when it was opened.
create index users_opened on marketplace.users (created_at, id) where kind = 'member';
create index users_of_status on marketplace.users (status, created_at, id) where kind = 'member' and status <> 'active';
create index users_of_role on marketplace.users (role, created_at, id) where role <> 'user';
create index users_name_begins on marketplace.users (lower(name) text_pattern_ops) where kind = 'member';
create index users_email_begins on marketplace.users (email_canonical text_pattern_ops) where kind = 'member';
