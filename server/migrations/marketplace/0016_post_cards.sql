-- The finished JSON of each listing as others see it: docs/decisions/0018-cards.md.
create table marketplace.post_card (
  post_id uuid primary key references marketplace.post on delete cascade,
  -- What lists show of it, and what its own page shows beyond that.
  card text,
  rest text,
  -- Borrowed from its author.
  shows_distance boolean,
  -- Reads take the row instead, until the card is made anew.
  is_stale boolean not null default true,
  check (is_stale or (card is not null and rest is not null and shows_distance is not null))
);
-- Never compressed: lists read it.
alter table marketplace.post_card alter column card set storage main;
create index post_card_stale on marketplace.post_card (post_id) where is_stale;

insert into marketplace.post_card (post_id) select id from marketplace.post;

create function marketplace.outdate_post_card() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into marketplace.post_card (post_id) values (new.id);
  else
    update marketplace.post_card set is_stale = true where post_id = new.id and not is_stale;
  end if;
  return null;
end $$;
create trigger post_card_made after insert on marketplace.post
  for each row execute function marketplace.outdate_post_card();
-- Whatever a card shows of the row. Nobody has to remember it who writes a listing.
create trigger post_card_outdated after update on marketplace.post for each row
  when ((old.version, old.author_id, old.title, old.description, old.price_minor, old.currency, old.category_id, old.sub_category_id,
      old.condition, old.attributes, old.quantity, old.quantity_sold, old.status, old.sold_type, old.sold_at, old.allows_offers, old.delivery,
      old.photo_ids, old.video_url, old.video_thumbnail, old.place, old.zip_code, old.public_longitude, old.public_latitude,
      old.published_at, old.expires_at, old.created_at, old.updated_at)
    is distinct from (new.version, new.author_id, new.title, new.description, new.price_minor, new.currency, new.category_id, new.sub_category_id,
      new.condition, new.attributes, new.quantity, new.quantity_sold, new.status, new.sold_type, new.sold_at, new.allows_offers, new.delivery,
      new.photo_ids, new.video_url, new.video_thumbnail, new.place, new.zip_code, new.public_longitude, new.public_latitude,
      new.published_at, new.expires_at, new.created_at, new.updated_at))
  execute function marketplace.outdate_post_card();

-- People and categories of which cards still show what they were: reads take the row of what is theirs
-- instead, until a job has marked all of their cards. It is nearly always empty.
create table marketplace.post_card_source (
  id uuid primary key,
  changed_at timestamptz not null,
  -- The last listing whose card is marked.
  passed_id uuid
);

create function marketplace.note_card_source() returns trigger language plpgsql as $$
begin
  insert into marketplace.post_card_source (id, changed_at) values (new.id, clock_timestamp())
  on conflict (id) do update set changed_at = excluded.changed_at, passed_id = null;
  return null;
end $$;
create trigger users_card_source after update of name, profile_photo_url, is_verified, shows_distance, created_at on marketplace.users
  for each row when ((old.name, old.profile_photo_url, old.is_verified, old.shows_distance, old.created_at)
    is distinct from (new.name, new.profile_photo_url, new.is_verified, new.shows_distance, new.created_at))
  execute function marketplace.note_card_source();
create trigger category_card_source after update of name on marketplace.category
  for each row when (old.name is distinct from new.name) execute function marketplace.note_card_source();

-- What the page of a listing says of others of its kind. The newest of a most specific category:
create table marketplace.post_kin (
  leaf_category_id uuid primary key references marketplace.category,
  newest_ids uuid[] not null,
  -- When the first of what is kept here, or of the prices, ends by itself.
  ends_at timestamptz(3)
);
-- And what those of a condition and in a currency cost, or were sold at, the cheapest first.
create table marketplace.post_kin_price (
  leaf_category_id uuid not null references marketplace.category,
  -- '' is none.
  condition text not null,
  currency text not null,
  prices bigint[] not null,
  -- Whose they are, in the same order: none is compared with itself.
  post_ids uuid[] not null,
  primary key (leaf_category_id, condition, currency)
) with (toast_tuple_target = 8160);

-- Categories in which something changed since; a job takes them out. Rows are only added, so that nobody
-- who publishes waits for anybody else.
create table marketplace.post_kin_change (
  leaf_category_id uuid not null
);
insert into marketplace.post_kin_change select distinct leaf_category_id from marketplace.post;

create function marketplace.note_kin_change() returns trigger language plpgsql as $$
begin
  insert into marketplace.post_kin_change (leaf_category_id) values (new.leaf_category_id);
  if tg_op = 'UPDATE' and old.leaf_category_id <> new.leaf_category_id then
    insert into marketplace.post_kin_change (leaf_category_id) values (old.leaf_category_id);
  end if;
  return null;
end $$;
create trigger post_kin_added after insert on marketplace.post
  for each row when (new.status in ('active', 'reserved', 'sold')) execute function marketplace.note_kin_change();
create trigger post_kin_changed after update on marketplace.post for each row
  when ((old.status in ('active', 'reserved', 'sold') or new.status in ('active', 'reserved', 'sold'))
    and (old.leaf_category_id, old.status, old.condition, old.currency, old.price_minor, old.sold_price_minor, old.sold_at, old.published_at,
        old.expires_at)
      is distinct from (new.leaf_category_id, new.status, new.condition, new.currency, new.price_minor, new.sold_price_minor, new.sold_at,
        new.published_at, new.expires_at))
  execute function marketplace.note_kin_change();
