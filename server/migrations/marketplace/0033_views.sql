-- Who looked at a listing: once for each person and day. No key of another table, or to write down a look would lock
-- the row of the listing.
create table marketplace.post_view (
  post_id uuid not null,
  -- Of UTC.
  day date not null,
  -- Keyed hashes: of who looked, and of the network address on that day. Neither is kept in any other form.
  viewer uuid not null,
  address uuid not null,
  source text not null,
  viewed_at timestamptz(3) not null,
  -- Made up for a demonstration.
  is_demo boolean not null default false,
  primary key (post_id, day, viewer)
);
-- Looks of one day are asked for by jobs only, and stand beside each other.
create index post_view_of_day on marketplace.post_view using brin (day) with (pages_per_range = 32, autosummarize = on);

-- How many there were ever, the sum over the slots: each connection counts in a slot of its own, so that nobody waits
-- for who looks at the same listing.
create table marketplace.post_view_total (
  post_id uuid not null,
  slot smallint not null,
  views int not null default 0,
  demo_views int not null default 0,
  primary key (post_id, slot)
) with (fillfactor = 70);

-- A day that is over, once for all. What was looked at in each quarter of an hour tells the days of every time zone.
create table marketplace.post_view_day (
  post_id uuid not null,
  day date not null,
  source text not null,
  views int not null,
  -- Network addresses, each where it looked first on that day.
  addresses int not null,
  quarters smallint[] not null,
  counts int[] not null,
  primary key (post_id, day, source),
  check (cardinality(quarters) = cardinality(counts))
);
create index post_view_day_latest on marketplace.post_view_day (day) include (post_id, views, addresses);

-- Days that a job has summed up.
create table marketplace.post_view_summed (
  day date primary key
);

-- From which network address somebody saved a listing, commented on it, or began a chat about it: a keyed hash, kept as long as it
-- counts for what is trending.
create table marketplace.post_interest (
  post_id uuid not null,
  kind text not null check (kind in ('favourite', 'comment', 'chat')),
  user_id uuid not null,
  address uuid not null,
  noted_at timestamptz(3) not null,
  primary key (post_id, kind, user_id)
);
create index post_interest_oldest on marketplace.post_interest (noted_at);
