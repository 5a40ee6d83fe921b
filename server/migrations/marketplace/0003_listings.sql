create extension if not exists pg_trgm with schema public;
create extension if not exists btree_gin with schema public;

-- The square of a grid that a point lies in. Degrees of longitude shrink towards the poles, so the
-- squares get wider there, by powers of two; close to a pole a row is one square. The program
-- computes the same numbers (posts/cells.ts), which is exact since every step is a power of two.
create function marketplace.cell_of(latitude float8, longitude float8, per_degree float8) returns int
language sql immutable parallel safe
return (floor(latitude * per_degree) * 16384 + floor((longitude + 180) * per_degree / case
  when abs(floor(latitude * per_degree) + 0.5) - 0.5 < 60 * per_degree then 1
  when abs(floor(latitude * per_degree) + 0.5) - 0.5 < 74 * per_degree then 2
  when abs(floor(latitude * per_degree) + 0.5) - 0.5 < 82 * per_degree then 4
  when abs(floor(latitude * per_degree) + 0.5) - 0.5 < 86 * per_degree then 8
  else 16384 end))::int;

create table marketplace.category (
  id uuid primary key,
  version int not null default 0,
  parent_id uuid references marketplace.category,
  name text not null,
  slug text not null,
  -- The name in other languages, by locale: {"de": "Möbel", "pt-BR": "Móveis"}.
  names jsonb not null default '{}',
  icon text not null default '',
  position int not null default 0,
  is_enabled boolean not null default true,
  -- [{key, label, type: text|number|enum|bool, required, options, unit}]
  attribute_schema jsonb not null default '[]',
  expiration_days int not null default 30 check (expiration_days between 1 and 365),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  deleted_at timestamptz(3)
);
create unique index category_slug on marketplace.category (coalesce(parent_id, '00000000-0000-0000-0000-000000000000'), slug) where deleted_at is null;
create index category_children on marketplace.category (parent_id, position) where deleted_at is null;

create table marketplace.make_model (
  id uuid primary key,
  make text not null,
  model text not null,
  first_year int,
  last_year int,
  category_id uuid references marketplace.category
);
create unique index make_model_pair on marketplace.make_model (lower(make), lower(model));

create table marketplace.post (
  id uuid primary key,
  version int not null default 0,
  author_id uuid not null references marketplace.users,
  title text not null,
  description text not null default '',
  price_minor bigint not null check (price_minor >= 0),
  currency text not null,
  category_id uuid not null references marketplace.category,
  sub_category_id uuid references marketplace.category,
  condition text,
  attributes jsonb not null default '{}',
  quantity int not null default 1 check (quantity between 1 and 999),
  status text not null check (status in ('draft', 'pending_review', 'active', 'reserved', 'sold', 'closed', 'rejected', 'hidden', 'soft_deleted', 'deleted')),
  sold_type text not null default 'available' check (sold_type in ('available', 'reserved', 'sold_here', 'sold_elsewhere')),
  buyer_id uuid references marketplace.users,
  sold_price_minor bigint,
  sold_at timestamptz(3),
  allows_offers boolean not null default false,
  delivery text,
  -- Upload ids of the pictures, in order.
  photo_ids uuid[] not null default '{}',
  video_url text not null default '',
  video_thumbnail text not null default '',
  place text not null default '',
  zip_code text not null default '',
  -- The exact place stays here; readers get the public one, moved by up to 300 m and stable per listing.
  longitude double precision not null,
  latitude double precision not null,
  public_longitude double precision not null,
  public_latitude double precision not null,
  favourite_count int not null default 0,
  published_at timestamptz(3),
  expires_at timestamptz(3),
  last_price_drop_notice_at timestamptz(3),
  -- The most specific category it is filed under.
  leaf_category_id uuid not null generated always as (coalesce(sub_category_id, category_id)) stored,
  -- The public place on grids of 3.5, 28 and 222 km.
  cell_fine int not null generated always as (marketplace.cell_of(public_latitude, public_longitude, 32)) stored,
  cell_middle int not null generated always as (marketplace.cell_of(public_latitude, public_longitude, 4)) stored,
  cell_coarse int not null generated always as (marketplace.cell_of(public_latitude, public_longitude, 0.5)) stored,
  search tsvector generated always as (
    setweight(to_tsvector('english', title), 'A') || setweight(to_tsvector('english', description), 'B')
  ) stored,
  -- Six hours of publishing: a search reads the newest first and stops when it has enough.
  search_bucket int generated always as (
    floor(extract(epoch from published_at - timestamptz '1970-01-01 00:00:00Z') / 21600)
  ) stored,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  deleted_at timestamptz(3)
);
create index post_feed on marketplace.post (published_at desc, id desc) where status in ('active', 'reserved');
create index post_of_category on marketplace.post (leaf_category_id, published_at desc, id desc) where status in ('active', 'reserved');
create index post_of_category_near on marketplace.post (leaf_category_id, cell_middle, published_at desc, id desc) where status in ('active', 'reserved');
create index post_near_fine on marketplace.post (cell_fine, published_at desc, id desc) where status in ('active', 'reserved');
create index post_near_middle on marketplace.post (cell_middle, published_at desc, id desc) where status in ('active', 'reserved');
create index post_near_coarse on marketplace.post (cell_coarse, published_at desc, id desc) where status in ('active', 'reserved');
create index post_by_price on marketplace.post (currency, price_minor, id) where status in ('active', 'reserved');
create index post_sold on marketplace.post (leaf_category_id, sold_at desc) where status = 'sold';
create index post_sold_titles on marketplace.post using gin (title public.gin_trgm_ops) where status = 'sold';
create index post_search_sold on marketplace.post using gin (search_bucket, cell_middle, search, attributes jsonb_path_ops)
  with (fastupdate = off) where status = 'sold';
create index post_of_author on marketplace.post (author_id, created_at desc, id desc);
-- Without fastupdate, or every look into a bucket would read the list of what was not filed yet.
create index post_search on marketplace.post using gin (search_bucket, cell_middle, search, attributes jsonb_path_ops)
  with (fastupdate = off) where status in ('active', 'reserved');

-- The words of titles: a search that finds nothing takes the likest of these instead.
create table marketplace.search_term (
  term text primary key
);
create index search_term_trigrams on marketplace.search_term using gin (term public.gin_trgm_ops);

create function marketplace.keep_search_terms() returns trigger language plpgsql as $$
begin
  insert into marketplace.search_term
  select term from unnest(tsvector_to_array(to_tsvector('simple', new.title))) term
  where length(term) between 3 and 40 and position('\' in term) = 0
  order by term on conflict do nothing;
  return null;
end $$;
create trigger post_search_terms after insert or update of title, status on marketplace.post
  for each row when (new.status in ('active', 'reserved')) execute function marketplace.keep_search_terms();

-- What people searched for, unless they asked not to keep it.
create table marketplace.search_history (
  user_id uuid not null references marketplace.users on delete cascade,
  words text not null,
  searched_at timestamptz(3) not null,
  primary key (user_id, words)
);

create table marketplace.collection (
  id uuid primary key,
  user_id uuid not null references marketplace.users on delete cascade,
  name text not null,
  is_default boolean not null default false,
  created_at timestamptz(3) not null
);
create unique index collection_name on marketplace.collection (user_id, lower(name));

create table marketplace.favourite (
  user_id uuid not null references marketplace.users on delete cascade,
  post_id uuid not null references marketplace.post on delete cascade,
  price_at_save_minor bigint not null,
  created_at timestamptz(3) not null,
  primary key (user_id, post_id)
);
create index favourite_newest on marketplace.favourite (user_id, created_at desc, post_id desc);
create index favourite_of_post on marketplace.favourite (post_id);
