-- Who follows whom.
create table marketplace.follow (
  follower_id uuid not null references marketplace.users on delete cascade,
  followee_id uuid not null references marketplace.users on delete cascade,
  -- Whether they follow each other; then both rows say so. A trigger keeps it.
  is_mutual boolean not null default false,
  created_at timestamptz(3) not null,
  primary key (follower_id, followee_id),
  check (follower_id <> followee_id)
);
create index follow_newest on marketplace.follow (follower_id, created_at desc, followee_id desc);
create index follow_newest_follower on marketplace.follow (followee_id, created_at desc, follower_id desc);
create index follow_newest_mutual on marketplace.follow (follower_id, created_at desc, followee_id desc) where is_mutual;

-- How many people with an active account somebody follows, and how many of them follow them. Triggers keep it.
create table marketplace.follow_count (
  user_id uuid primary key references marketplace.users on delete cascade,
  followers int not null default 0 check (followers >= 0),
  following int not null default 0 check (following >= 0),
  -- When they were told of somebody new. Whoever comes within a day of it joins that notice.
  told_at timestamptz(3)
);

create function marketplace.mark_mutual() returns trigger language plpgsql as $$
begin
  update marketplace.follow set is_mutual = true where follower_id = new.followee_id and followee_id = new.follower_id;
  new.is_mutual := found;
  return new;
end $$;
create trigger mark_mutual before insert on marketplace.follow for each row execute function marketplace.mark_mutual();

-- The rows of both are locked in the order of their ids, as everywhere. Somebody who is suspended or gone counts
-- with nobody else, but keeps their own numbers, which are right when they come back.
create function marketplace.count_follow() returns trigger language plpgsql as $$
declare
  edge marketplace.follow := case tg_op when 'INSERT' then new else old end;
  step int := case tg_op when 'INSERT' then 1 else -1 end;
begin
  if tg_op = 'DELETE' and edge.is_mutual then
    update marketplace.follow set is_mutual = false
    where follower_id = edge.followee_id and followee_id = edge.follower_id;
  end if;
  insert into marketplace.follow_count (user_id)
  select id from unnest(array[edge.follower_id, edge.followee_id]) id order by id on conflict do nothing;
  perform from marketplace.follow_count
  where user_id in (edge.follower_id, edge.followee_id) order by user_id for no key update;
  update marketplace.follow_count c set
    followers = c.followers + step * (c.user_id = edge.followee_id)::int,
    following = c.following + step * (c.user_id = edge.follower_id)::int
  from marketplace.users other
  where c.user_id in (edge.follower_id, edge.followee_id) and other.id in (edge.follower_id, edge.followee_id)
    and other.id <> c.user_id and other.status = 'active';
  return null;
end $$;
create trigger count_follow after insert or delete on marketplace.follow for each row
  execute function marketplace.count_follow();

-- Somebody who is suspended or gone is out of everybody's numbers, and back in them when they are. Once an account
-- is deleted for good, nobody follows it, nor it anybody.
create function marketplace.count_standing() returns trigger language plpgsql as $$
declare
  step int := (new.status = 'active')::int - (old.status = 'active')::int;
begin
  if step <> 0 then
    perform from marketplace.follow_count c
    where c.user_id = new.id
      or c.user_id in (select f.followee_id from marketplace.follow f where f.follower_id = new.id)
      or c.user_id in (select f.follower_id from marketplace.follow f where f.followee_id = new.id)
    order by c.user_id for no key update;
    update marketplace.follow_count c set followers = c.followers + step
    from marketplace.follow f where f.follower_id = new.id and c.user_id = f.followee_id;
    update marketplace.follow_count c set following = c.following + step
    from marketplace.follow f where f.followee_id = new.id and c.user_id = f.follower_id;
  end if;
  if new.status = 'deleted' then
    delete from marketplace.follow where follower_id = new.id or followee_id = new.id;
    delete from marketplace.mute where muter_id = new.id or muted_id = new.id;
  end if;
  return null;
end $$;
create trigger count_standing after update of status on marketplace.users for each row
  when (old.status is distinct from new.status) execute function marketplace.count_standing();

-- While the row is there to say whether it was counted.
create function marketplace.end_follows() returns trigger language plpgsql as $$
begin
  delete from marketplace.follow where follower_id = old.id or followee_id = old.id;
  return old;
end $$;
create trigger end_follows before delete on marketplace.users for each row execute function marketplace.end_follows();

-- Whose doings somebody does not want to be told of: until a time, or for ever.
create table marketplace.mute (
  muter_id uuid not null references marketplace.users on delete cascade,
  muted_id uuid not null references marketplace.users on delete cascade,
  until timestamptz(3),
  created_at timestamptz(3) not null,
  primary key (muter_id, muted_id),
  check (muter_id <> muted_id)
);
create index mute_newest on marketplace.mute (muter_id, created_at desc, muted_id desc);
create index mute_of_muted on marketplace.mute (muted_id);
create index mute_by_end on marketplace.mute (until) where until is not null;

create index block_newest on marketplace.block (blocker_id, created_at desc, blocked_id desc);

-- Whether those who have their e-mail address may find them by it. It is asked for, never assumed.
alter table marketplace.users add column is_found_by_contacts boolean not null default false;

-- What an address book on a phone is compared by.
create function marketplace.contact_hash(email_canonical text) returns bytea language sql immutable strict parallel safe
  as $$ select sha256(convert_to(email_canonical, 'UTF8')) $$;
create index users_by_contact on marketplace.users (marketplace.contact_hash(email_canonical))
  where is_found_by_contacts and is_discoverable and is_verified and status = 'active' and kind = 'member';
