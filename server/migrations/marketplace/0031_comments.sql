-- What people ask and answer below a listing.
create table marketplace.comment (
  id uuid primary key,
  post_id uuid not null references marketplace.post on delete cascade,
  author_id uuid not null references marketplace.users,
  -- The top of its thread; null of a top itself. There are no more than these two levels.
  parent_id uuid references marketplace.comment on delete cascade,
  -- What it answers, which may be a reply of the same thread.
  reply_to uuid,
  text text not null,
  -- Chosen by the author's app, so that a repeat finds what the first one wrote.
  client_ref text,
  -- Of a top: how many of its replies stand, by people who are here.
  reply_count int not null default 0 check (reply_count >= 0),
  created_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  check ((parent_id is null) = (reply_to is null))
);
create index comment_tops on marketplace.comment (post_id, created_at, id) where parent_id is null;
create index comment_replies on marketplace.comment (parent_id, created_at, id) where parent_id is not null;
-- What a reader does not see below a listing is found by the people whom they blocked.
create index comment_of_post on marketplace.comment (post_id, author_id);
create unique index comment_of_author on marketplace.comment (author_id, client_ref);

-- How many comments below a listing stand, by people who are here.
create table marketplace.comment_total (
  post_id uuid primary key references marketplace.post on delete cascade,
  count int not null check (count >= 0)
);

create function marketplace.count_comment() returns trigger language plpgsql as $$
declare
  counted marketplace.comment;
  step int := 1;
begin
  if tg_op = 'INSERT' then counted := new; else counted := old; step := -1; end if;
  if not exists (select from marketplace.users u where u.id = counted.author_id and u.status = 'active') then return null; end if;
  if step = 1 then
    insert into marketplace.comment_total as t (post_id, count) values (counted.post_id, 1)
    on conflict (post_id) do update set count = t.count + 1;
  else
    update marketplace.comment_total set count = count - 1 where post_id = counted.post_id;
  end if;
  update marketplace.comment set reply_count = reply_count + step where id = counted.parent_id;
  return null;
end $$;
create trigger comment_written after insert on marketplace.comment
  for each row when (new.deleted_at is null) execute function marketplace.count_comment();
create trigger comment_deleted after update of deleted_at on marketplace.comment
  for each row when (old.deleted_at is null and new.deleted_at is not null) execute function marketplace.count_comment();
create trigger comment_removed after delete on marketplace.comment
  for each row when (old.deleted_at is null) execute function marketplace.count_comment();

-- Nobody sees what somebody wrote who is suspended or gone, until they are back.
create function marketplace.count_comments_of_person() returns trigger language plpgsql as $$
declare
  step int := case when new.status = 'active' then 1 else -1 end;
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
create trigger comments_of_person after update of status on marketplace.users for each row
  when ((old.status = 'active') is distinct from (new.status = 'active')) execute function marketplace.count_comments_of_person();
