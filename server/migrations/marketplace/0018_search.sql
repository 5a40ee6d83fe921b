-- Listings are numbered in the order of their publication. A search takes them by spans of numbers, the newest
-- first: 512 at a time, then 4,096, and so on, so that what it reads does not depend on how many are published in
-- an hour. The columns that go with it are one index, which answers whatever a search asks of words, places,
-- categories and attributes.
drop index marketplace.post_search;
drop index marketplace.post_search_sold;
alter table marketplace.post drop column search_bucket;

create sequence marketplace.post_number;
alter table marketplace.post add column search_number bigint;
update marketplace.post p set search_number = numbered.number
from (select id, row_number() over (order by published_at nulls first, id) as number from marketplace.post) numbered
where numbered.id = p.id;
select setval('marketplace.post_number', coalesce(max(search_number), 0) + 1, false) from marketplace.post;
alter table marketplace.post alter column search_number set default nextval('marketplace.post_number');
alter table marketplace.post alter column search_number set not null;

create function marketplace.renumber_post() returns trigger language plpgsql as $$
begin
  new.search_number := nextval('marketplace.post_number');
  return new;
end $$;
create trigger post_renumbered before update of published_at on marketplace.post
  for each row when (new.published_at is distinct from old.published_at) execute function marketplace.renumber_post();

-- The spans that a number is in, of five widths, from 512 numbers to two million; the remainder by eight tells which.
create function marketplace.spans_of(number bigint) returns int[]
language sql immutable parallel safe
return array[(number >> 9 << 3)::int, (number >> 12 << 3)::int + 1, (number >> 15 << 3)::int + 2,
  (number >> 18 << 3)::int + 3, (number >> 21 << 3)::int + 4];

-- All numbers up to the newest one as spans, the newest first: a few of each width, so that whoever stops when
-- there is enough has read little more than that, however rare it is.
create function marketplace.spans_below(newest bigint) returns setof int
language sql immutable parallel safe
begin atomic
  with a as (select newest >> 9 as first, greatest(((newest >> 9) - 1) >> 3, 0) as rest),
  b as (select rest - 1 as first, greatest((rest - 2) >> 3, 0) as rest from a),
  c as (select rest - 1 as first, greatest((rest - 2) >> 3, 0) as rest from b),
  d as (select rest - 1 as first, greatest((rest - 2) >> 3, 0) as rest from c)
  select (span << 3)::int from a, generate_series(first, rest << 3, -1) span
  union all select (span << 3)::int + 1 from b, generate_series(first, rest << 3, -1) span
  union all select (span << 3)::int + 2 from c, generate_series(first, rest << 3, -1) span
  union all select (span << 3)::int + 3 from d, generate_series(first, rest << 3, -1) span
  union all select (span << 3)::int + 4 from d, generate_series(rest - 1, 0, -1) span;
end;

-- The squares of all three grids; the remainder by three tells which.
create function marketplace.squares_of(cell_fine int, cell_middle int, cell_coarse int) returns int[]
language sql immutable parallel safe
return array[cell_fine * 3, cell_middle * 3 + 1, cell_coarse * 3 + 2];

-- The category's id stands among the words of a listing, behind all others: who searches for a word of a
-- category's name searches for its id as well, so that nothing has to be written when a category is renamed.
alter table marketplace.post drop column search;
alter table marketplace.post add column search tsvector generated always as (
  setweight(to_tsvector('english', title), 'A') || setweight(to_tsvector('english', description), 'B')
  || ('''' || coalesce(sub_category_id, category_id)::text || ''':1')::tsvector
) stored;

-- Without fastupdate, or every look into a span would read the list of what was not filed yet.
create index post_search on marketplace.post using gin (
  marketplace.spans_of(search_number), marketplace.squares_of(cell_fine, cell_middle, cell_coarse), search, attributes jsonb_path_ops
) with (fastupdate = off) where status in ('active', 'reserved');
create index post_search_sold on marketplace.post using gin (
  marketplace.spans_of(search_number), marketplace.squares_of(cell_fine, cell_middle, cell_coarse), search, attributes jsonb_path_ops
) with (fastupdate = off) where status = 'sold';
alter index marketplace.search_term_trigrams set (fastupdate = off);
