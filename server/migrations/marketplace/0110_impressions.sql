-- Which listings somebody was shown in a list: once for each person and day of UTC, as with views. A row is there so
-- that nobody counts twice; it goes a week after its day was summed up.
create table marketplace.post_impression (
  post_id uuid not null,
  day date not null,
  -- A keyed hash, the same as of a view.
  viewer uuid not null,
  shown_at timestamptz(3) not null,
  primary key (post_id, day, viewer)
);
create index post_impression_of_day on marketplace.post_impression using brin (day) with (pages_per_range = 32, autosummarize = on);

-- A day that is over, by quarters of an hour.
create table marketplace.post_impression_day (
  post_id uuid not null,
  day date not null,
  quarters smallint[] not null,
  counts int[] not null,
  primary key (post_id, day),
  check (cardinality(quarters) = cardinality(counts))
);
