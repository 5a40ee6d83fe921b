-- What somebody's unread notices were counted to. It is shown for as long as nothing says otherwise: a change
-- of their inbox, another broadcast, a moment at which something appears or expires.
create table marketplace.unread_count (
  user_id uuid primary key references marketplace.users on delete cascade,
  -- The data of the reply, as finished JSON.
  answer text not null,
  -- Whose broadcasts were counted.
  audiences text[] not null,
  broadcast_version bigint not null,
  counted_at timestamptz(3) not null,
  valid_until timestamptz(3) not null
);

-- What changed since somebody's notices were counted. Rows are only added, so that writers wait for nobody;
-- whoever counts anew takes away what the count has seen.
create table marketplace.inbox_change (user_id uuid not null);
create index inbox_change_of_person on marketplace.inbox_change (user_id);

-- Steps whenever a broadcast is written, changed or deleted. Its only row.
create table marketplace.broadcast_version (
  is_only boolean primary key default true check (is_only),
  version bigint not null
);
insert into marketplace.broadcast_version (version) values (0);

create function marketplace.note_notices() returns trigger language plpgsql as $$
begin
  insert into marketplace.inbox_change (user_id) select distinct recipient_id from changed;
  return null;
end $$;
create trigger note_written after insert on marketplace.notification referencing new table as changed
  for each statement execute function marketplace.note_notices();
create trigger note_changed after update on marketplace.notification referencing new table as changed
  for each statement execute function marketplace.note_notices();
create trigger note_deleted after delete on marketplace.notification referencing old table as changed
  for each statement execute function marketplace.note_notices();

-- Of a notice that gathers people. When it goes, they go with it, and it says so itself.
create function marketplace.note_gathered() returns trigger language plpgsql as $$
begin
  insert into marketplace.inbox_change (user_id)
  select distinct n.recipient_id from changed join marketplace.notification n on n.id = changed.notification_id;
  return null;
end $$;
create trigger note_joined after insert on marketplace.notification_actor referencing new table as changed
  for each statement execute function marketplace.note_gathered();
create trigger note_left after delete on marketplace.notification_actor referencing old table as changed
  for each statement execute function marketplace.note_gathered();

create function marketplace.note_states() returns trigger language plpgsql as $$
begin
  insert into marketplace.inbox_change (user_id) select distinct user_id from changed;
  return null;
end $$;
create trigger note_written after insert on marketplace.broadcast_state referencing new table as changed
  for each statement execute function marketplace.note_states();
create trigger note_changed after update on marketplace.broadcast_state referencing new table as changed
  for each statement execute function marketplace.note_states();
create trigger note_deleted after delete on marketplace.broadcast_state referencing old table as changed
  for each statement execute function marketplace.note_states();

-- Who blocks somebody does not see what they caused, nor the other way round.
create function marketplace.note_block() returns trigger language plpgsql as $$
begin
  insert into marketplace.inbox_change (user_id)
  select blocker_id from changed union select blocked_id from changed;
  return null;
end $$;
create trigger note_written after insert on marketplace.block referencing new table as changed
  for each statement execute function marketplace.note_block();
create trigger note_deleted after delete on marketplace.block referencing old table as changed
  for each statement execute function marketplace.note_block();

-- Nobody sees what somebody caused who is suspended or gone.
create function marketplace.note_standing() returns trigger language plpgsql as $$
begin
  insert into marketplace.inbox_change (user_id)
  select n.recipient_id from marketplace.notification n
  where n.actor_id = new.id and not n.is_read and not n.is_dismissed and n.retracted_at is null
  union
  select n.recipient_id from marketplace.notification_actor a join marketplace.notification n on n.id = a.notification_id
  where a.actor_id = new.id and not n.is_read and not n.is_dismissed and n.retracted_at is null;
  return null;
end $$;
create trigger note_standing after update of status on marketplace.users for each row
  when (old.status is distinct from new.status) execute function marketplace.note_standing();

create function marketplace.step_broadcasts() returns trigger language plpgsql as $$
begin
  if exists (select from changed) then update marketplace.broadcast_version set version = version + 1; end if;
  return null;
end $$;
create trigger step_written after insert on marketplace.broadcast referencing new table as changed
  for each statement execute function marketplace.step_broadcasts();
create trigger step_changed after update on marketplace.broadcast referencing new table as changed
  for each statement execute function marketplace.step_broadcasts();
create trigger step_deleted after delete on marketplace.broadcast referencing old table as changed
  for each statement execute function marketplace.step_broadcasts();
