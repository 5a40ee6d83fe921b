-- Searches that people keep, to be told of what is published later.
create table marketplace.saved_search (
  id uuid primary key,
  user_id uuid not null references marketplace.users on delete cascade,
  name text not null,
  -- As a search takes it; place and currency are written out, whatever their owner's are later.
  query jsonb not null,
  -- Its words as PostgreSQL reads them.
  words text,
  cadence text not null check (cadence in ('instant', 'daily', 'weekly', 'none')),
  -- What was found until then is not new.
  seen_at timestamptz(3) not null,
  -- When something waits to be told, at the person's morning.
  digest_due_at timestamptz(3),
  version int not null default 0,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);
create unique index saved_search_once on marketplace.saved_search (user_id, md5(query::text));
create index saved_search_newest on marketplace.saved_search (user_id, created_at desc, id desc);
create index saved_search_due on marketplace.saved_search (digest_due_at) where digest_due_at is not null;

-- Where a search is filed: under one thing that a listing must have to be found by it, or under each of several of which
-- it must have one. Beside it stands what rules out most others without looking at the search.
create table marketplace.saved_search_key (
  key text collate "C" not null,
  saved_search_id uuid not null references marketplace.saved_search on delete cascade,
  user_id uuid not null,
  second text collate "C",
  currency text,
  min_price_minor bigint not null,
  max_price_minor bigint not null,
  west float8 not null,
  south float8 not null,
  east float8 not null,
  north float8 not null,
  primary key (saved_search_id, key)
);
-- By the price as well: everybody may look for the same thing, and few pay what it costs.
create index saved_search_key_filed on marketplace.saved_search_key (key, max_price_minor);

-- What a search has found since it was saved. It refers to no listing, as a view does not: whoever publishes waits for nobody.
create table marketplace.saved_search_find (
  saved_search_id uuid not null references marketplace.saved_search on delete cascade,
  post_id uuid not null,
  found_at timestamptz(3) not null,
  primary key (saved_search_id, post_id)
);
create index saved_search_find_newest on marketplace.saved_search_find (saved_search_id, found_at desc, post_id desc);
create index saved_search_find_oldest on marketplace.saved_search_find (found_at);

-- Of which listing somebody was told, or will be in the morning: once, however many of their searches find it.
create table marketplace.saved_search_sent (
  user_id uuid not null references marketplace.users on delete cascade,
  post_id uuid not null,
  saved_search_id uuid references marketplace.saved_search on delete set null,
  is_waiting boolean not null,
  sent_at timestamptz(3) not null,
  primary key (user_id, post_id)
);
create index saved_search_sent_by on marketplace.saved_search_sent (saved_search_id) where saved_search_id is not null;
create index saved_search_sent_waiting on marketplace.saved_search_sent (saved_search_id) where is_waiting;
create index saved_search_sent_oldest on marketplace.saved_search_sent (sent_at);
