-- Another start of the day holds from the next day on. Until then the one before it does, so that no day is cut short
-- while it is lived.
alter table wellness.users add day_start_before int, add day_start_from timestamptz(3);

-- When the day ends that somebody lives at a moment.
create function wellness.end_of_day(at timestamptz, timezone text, day_start_minutes int) returns timestamptz language sql stable
return ((at at time zone timezone - make_interval(mins => day_start_minutes))::date + 1
  + make_interval(mins => day_start_minutes)) at time zone timezone;

-- When an account was suspended or blocked: such days count for nothing, and against nobody.
create table wellness.suspension (
  user_id uuid not null references wellness.users on delete cascade,
  began_at timestamptz(3) not null,
  -- When it ends by itself; null while it does not.
  until timestamptz(3),
  ended_at timestamptz(3),
  primary key (user_id, began_at)
);

insert into wellness.suspension (user_id, began_at, until)
select id, updated_at, suspended_until from wellness.users where status in ('SUSPENDED', 'BLOCKED');

-- However it comes about.
create function wellness.keep_suspension() returns trigger language plpgsql as $$
begin
  if new.status in ('SUSPENDED', 'BLOCKED') and old.status in ('SUSPENDED', 'BLOCKED') then
    update wellness.suspension set until = new.suspended_until where user_id = new.id and ended_at is null;
  elsif new.status in ('SUSPENDED', 'BLOCKED') then
    insert into wellness.suspension (user_id, began_at, until) values (new.id, new.updated_at, new.suspended_until)
    on conflict (user_id, began_at) do update set until = excluded.until, ended_at = null;
  else
    update wellness.suspension set ended_at = least(until, new.updated_at) where user_id = new.id and ended_at is null;
  end if;
  return null;
end $$;
create trigger users_suspended after update of status, suspended_until on wellness.users for each row
  when (old.status is distinct from new.status or old.suspended_until is distinct from new.suspended_until)
  execute function wellness.keep_suspension();
