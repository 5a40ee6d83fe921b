-- Leaving: for thirty days an account comes back when its owner signs in. Then it is erased, in portions; what is left
-- of it is a row without a name, for chats of others and what staff did to refer to.
alter table marketplace.users
  add column leaves_at timestamptz(3),
  add column leaves_content text check (leaves_content in ('delete', 'anonymise')),
  add constraint users_leaves_check check ((leaves_at is null) = (leaves_content is null)),
  -- `anonymous`: erased, while its listings and comments stay for everybody to see.
  drop constraint users_status_check,
  add constraint users_status_check
    check (status in ('active', 'suspended', 'pending_deletion', 'deleted', 'anonymous'));
create index users_leaving on marketplace.users (leaves_at) where leaves_at is not null;

-- Whether others see what an account with this status has written.
create function marketplace.is_shown(status text) returns boolean language sql immutable strict parallel safe
  as $$ select status = 'active' or status = 'anonymous' $$;

create or replace function marketplace.count_comment() returns trigger language plpgsql as $$
declare
  counted marketplace.comment;
  step int := 1;
begin
  if tg_op = 'INSERT' then counted := new; else counted := old; step := -1; end if;
  if not exists (select from marketplace.users u where u.id = counted.author_id and marketplace.is_shown(u.status)) then return null; end if;
  if step = 1 then
    insert into marketplace.comment_total as t (post_id, count) values (counted.post_id, 1)
    on conflict (post_id) do update set count = t.count + 1;
  else
    update marketplace.comment_total set count = count - 1 where post_id = counted.post_id;
  end if;
  update marketplace.comment set reply_count = reply_count + step where id = counted.parent_id;
  return null;
end $$;

create or replace function marketplace.count_comments_of_person() returns trigger language plpgsql as $$
declare
  step int := case when marketplace.is_shown(new.status) then 1 else -1 end;
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
create trigger comments_of_person after update of status on marketplace.users for each row
  when (marketplace.is_shown(old.status) is distinct from marketplace.is_shown(new.status))
  execute function marketplace.count_comments_of_person();

-- Copies of everything that is kept of a person, for that person; the document itself is a file.
create table marketplace.personal_export (
  id uuid primary key,
  user_id uuid not null references marketplace.users on delete cascade,
  status text not null default 'preparing' check (status in ('preparing', 'ready', 'failed')),
  size_bytes bigint,
  created_at timestamptz(3) not null,
  ready_at timestamptz(3),
  -- From then on it is there no more, and its file goes.
  ends_at timestamptz(3) not null
);
create index personal_export_newest on marketplace.personal_export (user_id, created_at desc);
create unique index personal_export_in_preparation on marketplace.personal_export (user_id) where status = 'preparing';
create index personal_export_by_end on marketplace.personal_export (ends_at);
