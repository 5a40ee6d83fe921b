-- Somebody whose reach is limited is seen by nobody else, but by those who have to do with them: they are out of the
-- numbers of others as somebody suspended is, and in them again when it ends.

-- Whoever is limited at this moment is taken out by the triggers below.
create temporary table limited as
  select id, limited_until from marketplace.users where limited_until is not null;
update marketplace.users set limited_until = null where limited_until is not null;

create index users_unseen on marketplace.users (id)
  where (status <> 'active' and status <> 'anonymous') or limited_until is not null;

-- Whether others see what somebody says in front of everybody.
create function marketplace.is_seen(status text, limited_until timestamptz) returns boolean language sql immutable parallel safe
  as $$ select marketplace.is_shown(status) and limited_until is null $$;

-- One for what is written, deleted, and put back.
create or replace function marketplace.count_comment() returns trigger language plpgsql as $$
declare
  counted marketplace.comment := case tg_op when 'INSERT' then new else old end;
  step int := case when tg_op <> 'DELETE' and new.deleted_at is null then 1 else -1 end;
begin
  if not exists (
    select from marketplace.users u where u.id = counted.author_id and marketplace.is_seen(u.status, u.limited_until)
  ) then return null; end if;
  if step = 1 then
    insert into marketplace.comment_total as t (post_id, count) values (counted.post_id, 1)
    on conflict (post_id) do update set count = t.count + 1;
  else
    update marketplace.comment_total set count = count - 1 where post_id = counted.post_id;
  end if;
  update marketplace.comment set reply_count = reply_count + step where id = counted.parent_id;
  return null;
end $$;
drop trigger comment_restored on marketplace.comment;
create trigger comment_restored after update of deleted_at on marketplace.comment
  for each row when (old.deleted_at is not null and new.deleted_at is null) execute function marketplace.count_comment();
drop function marketplace.count_comment_again();

create or replace function marketplace.count_comments_of_person() returns trigger language plpgsql as $$
declare
  step int := case when marketplace.is_seen(new.status, new.limited_until) then 1 else -1 end;
begin
  -- In one order, or two people who leave at once could wait for each other.
  perform from marketplace.comment_total t
  where t.post_id in (select c.post_id from marketplace.comment c where c.author_id = new.id and c.deleted_at is null)
  order by t.post_id for update;
  insert into marketplace.comment_total as t (post_id, count)
  select c.post_id, 0 from marketplace.comment c where c.author_id = new.id and c.deleted_at is null group by c.post_id
  on conflict do nothing;
  update marketplace.comment_total t set count = t.count + step * own.count
  from (select c.post_id, count(*) as count from marketplace.comment c
    where c.author_id = new.id and c.deleted_at is null group by c.post_id) own
  where t.post_id = own.post_id;
  update marketplace.comment top set reply_count = top.reply_count + step * own.count
  from (select c.parent_id, count(*) as count from marketplace.comment c
    where c.author_id = new.id and c.deleted_at is null and c.parent_id is not null group by c.parent_id) own
  where top.id = own.parent_id;
  return null;
end $$;
drop trigger comments_of_person on marketplace.users;
create trigger comments_of_person after update of status, limited_until on marketplace.users for each row
  when (marketplace.is_seen(old.status, old.limited_until) is distinct from marketplace.is_seen(new.status, new.limited_until))
  execute function marketplace.count_comments_of_person();

create or replace function marketplace.count_follow() returns trigger language plpgsql as $$
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
    and other.id <> c.user_id and other.status = 'active' and other.limited_until is null;
  return null;
end $$;

create or replace function marketplace.count_standing() returns trigger language plpgsql as $$
declare
  step int := (new.status = 'active' and new.limited_until is null)::int - (old.status = 'active' and old.limited_until is null)::int;
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
drop trigger count_standing on marketplace.users;
create trigger count_standing after update of status, limited_until on marketplace.users for each row
  when (old.status is distinct from new.status or (old.limited_until is null) <> (new.limited_until is null))
  execute function marketplace.count_standing();

-- The notices and the news of somebody.
drop trigger note_standing on marketplace.users;
create trigger note_standing after update of status, limited_until on marketplace.users for each row
  when (old.status is distinct from new.status or (old.limited_until is null) <> (new.limited_until is null))
  execute function marketplace.note_standing();
drop trigger step_news on marketplace.users;
create trigger step_news after update of status, limited_until on marketplace.users for each row
  when (old.status is distinct from new.status or (old.limited_until is null) <> (new.limited_until is null))
  execute function marketplace.step_news_of_standing();

update marketplace.users u set limited_until = l.limited_until from limited l where l.id = u.id;
drop table limited;
