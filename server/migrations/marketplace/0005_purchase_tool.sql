create table marketplace.purchase_listing (
  id uuid primary key,
  version int not null default 0,
  user_id uuid not null references marketplace.users on delete cascade,
  -- The client's own name of the search that found the thing; one live listing for each.
  search_id text not null,
  title text not null,
  price_minor bigint not null check (price_minor >= 0),
  currency text not null,
  product_image text[] not null default '{}',
  condition text not null,
  notes text not null default '',
  location_bin text not null default '',
  status text not null default 'owned' check (status in ('owned', 'listed', 'sold')),
  -- What it was before the sale, for an undo.
  status_before_sale text check (status_before_sale in ('owned', 'listed')),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  deleted_at timestamptz(3)
);
create unique index purchase_listing_search on marketplace.purchase_listing (user_id, search_id) where deleted_at is null;
create index purchase_listing_newest on marketplace.purchase_listing (user_id, created_at desc, id desc);
create index purchase_listing_by_price on marketplace.purchase_listing (user_id, price_minor desc, id desc);

create table marketplace.purchase_cost (
  id uuid primary key,
  listing_id uuid not null references marketplace.purchase_listing on delete cascade,
  kind text not null,
  amount_minor bigint not null check (amount_minor >= 0),
  note text not null default '',
  position int not null,
  created_at timestamptz(3) not null
);
create index purchase_cost_of_listing on marketplace.purchase_cost (listing_id, position);

create table marketplace.purchase_sale (
  id uuid primary key,
  listing_id uuid not null references marketplace.purchase_listing on delete cascade,
  sold_price_minor bigint not null check (sold_price_minor >= 0),
  fees_minor bigint not null default 0 check (fees_minor >= 0),
  shipping_cost_minor bigint not null default 0 check (shipping_cost_minor >= 0),
  shipping_paid_minor bigint not null default 0 check (shipping_paid_minor >= 0),
  channel text not null default '',
  buyer text not null default '',
  sold_at timestamptz(3) not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  undone_at timestamptz(3)
);
create unique index purchase_sale_live on marketplace.purchase_sale (listing_id) where undone_at is null;

-- What happened to a purchase, in order; it only grows.
create table marketplace.purchase_event (
  id uuid primary key,
  listing_id uuid not null references marketplace.purchase_listing on delete cascade,
  kind text not null check (kind in ('created', 'edited', 'sold', 'sale_amended', 'sale_undone', 'removed')),
  -- {field: {from, to}}
  changes jsonb not null default '{}',
  created_at timestamptz(3) not null
);
create index purchase_event_of_listing on marketplace.purchase_event (listing_id, created_at, id);
