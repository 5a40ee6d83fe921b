-- Collections that people name, beside the one that holds everything.
alter table marketplace.collection
  -- How many saved listings it holds; triggers keep it.
  add column post_count int not null default 0 check (post_count >= 0),
  -- Whoever has it reads the collection.
  add column share_token text unique,
  -- So long a repeated removal finds what it removed.
  add column removed_at timestamptz(3);
drop index marketplace.collection_name;
create unique index collection_name on marketplace.collection (user_id, lower(name)) where removed_at is null;
create unique index collection_default on marketplace.collection (user_id) where is_default;
create index collection_of_person on marketplace.collection (user_id, created_at desc, id desc);
create index collection_removed on marketplace.collection (removed_at) where removed_at is not null;

insert into marketplace.collection (id, user_id, name, is_default, created_at)
select gen_random_uuid(), f.user_id, 'All', true, min(f.created_at) from marketplace.favourite f
where not exists (select from marketplace.collection c where c.user_id = f.user_id and c.is_default)
group by f.user_id
on conflict (user_id, lower(name)) where removed_at is null do update set is_default = true;
update marketplace.collection c set post_count = (select count(*) from marketplace.favourite f where f.user_id = c.user_id)
where c.is_default;

-- What stands in the named ones; whatever is let go stands in none.
create table marketplace.collection_item (
  collection_id uuid not null references marketplace.collection on delete cascade,
  user_id uuid not null,
  post_id uuid not null,
  created_at timestamptz(3) not null,
  primary key (collection_id, post_id),
  foreign key (user_id, post_id) references marketplace.favourite on delete cascade
);
create index collection_item_newest on marketplace.collection_item (collection_id, created_at desc, post_id desc);
create index collection_item_of_favourite on marketplace.collection_item (user_id, post_id);

create function marketplace.count_saved() returns trigger language plpgsql as $$
begin
  update marketplace.collection c set post_count = c.post_count + case tg_op when 'INSERT' then moved.count else - moved.count end
  from (select user_id, count(*) as count from changed group by user_id) moved
  where c.user_id = moved.user_id and c.is_default;
  return null;
end $$;
create trigger saved after insert on marketplace.favourite referencing new table as changed
  for each statement execute function marketplace.count_saved();
create trigger let_go after delete on marketplace.favourite referencing old table as changed
  for each statement execute function marketplace.count_saved();

create function marketplace.count_collected() returns trigger language plpgsql as $$
begin
  update marketplace.collection c set post_count = c.post_count + case tg_op when 'INSERT' then moved.count else - moved.count end
  from (select collection_id, count(*) as count from changed group by collection_id) moved
  where c.id = moved.collection_id;
  return null;
end $$;
create trigger put_in after insert on marketplace.collection_item referencing new table as changed
  for each statement execute function marketplace.count_collected();
create trigger taken_out after delete on marketplace.collection_item referencing old table as changed
  for each statement execute function marketplace.count_collected();
