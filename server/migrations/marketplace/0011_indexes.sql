-- Whatever is deleted is looked for in every table that refers to it. An index of some rows only does
-- not serve that, since a row that it leaves out would hold on to what is deleted just the same.
create index broadcast_of_actor on marketplace.broadcast (actor_id);
create index category_of_parent on marketplace.category (parent_id);
create index message_of_sender on marketplace.message (sender_id);
create index notification_of_recipient on marketplace.notification (recipient_id);
create index post_of_buyer on marketplace.post (buyer_id) where buyer_id is not null;
create index post_revision_of_editor on marketplace.post_revision (editor_id);
create index purchase_sale_of_listing on marketplace.purchase_sale (listing_id);

drop index marketplace.notification_between;
create index notification_between on marketplace.notification (actor_id, recipient_id) where actor_id is not null;

-- The words of people's names, so that a search finds their beginnings, however short, in the order of an index.
create table marketplace.name_word (
  -- In lower case, compared byte by byte: what begins alike stands together.
  word text collate "C" not null,
  user_id uuid not null references marketplace.users on delete cascade,
  primary key (word, user_id)
);
create index name_word_of_user on marketplace.name_word (user_id, word);

create function marketplace.words_of(name text) returns setof text language sql immutable as $$
  select distinct word from regexp_split_to_table(lower(name), '[\s[:punct:]]+') word where word <> ''
$$;

create function marketplace.keep_name_words() returns trigger language plpgsql as $$
begin
  delete from marketplace.name_word where user_id = new.id;
  insert into marketplace.name_word (word, user_id)
  select word, new.id from marketplace.words_of(new.name) word where new.status = 'active' and new.kind = 'member';
  return null;
end $$;
create trigger users_name_words after insert or update of name, status, kind on marketplace.users
  for each row execute function marketplace.keep_name_words();

insert into marketplace.name_word (word, user_id)
select word, u.id from marketplace.users u cross join lateral marketplace.words_of(u.name) word
where u.status = 'active' and u.kind = 'member';

drop index marketplace.users_names;

-- The list of people passes over those whom somebody blocked without looking at their rows.
drop index marketplace.users_by_name;
create index users_by_name on marketplace.users (lower(name), id) include (name, kind, is_discoverable) where status = 'active';
-- Whatever somebody made is shown unless they are one of these.
create index users_gone on marketplace.users (id) where status <> 'active';
-- A person's listings are counted by their states and titles without looking at their rows.
create index post_of_author_by_status on marketplace.post (author_id, status) include (expires_at, title) where status <> 'deleted';

-- A feed of a category near a place never takes the index of places alone in its stead, which a plan for any
-- category and any place does, and then reads everything around: it does not serve `cell_middle + 0`.
drop index marketplace.post_of_category_near;
create index post_of_category_near on marketplace.post (leaf_category_id, (cell_middle + 0), published_at desc, id desc)
  where status in ('active', 'reserved');
